"""Two machines, as far as Ray can tell, and commands that are run there: with the Python of the environment that has Ray."""

import json
import os
import subprocess
import sys
from pathlib import Path

from ray.cluster_utils import Cluster

cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
try:
    cluster.add_node(num_cpus=1)
    known = {**os.environ, "RAY_ADDRESS": cluster.address}
    for words in json.loads(sys.argv[1]):
        subprocess.run([Path(sys.executable).with_name("marchland"), *words], check=True, env=known)
finally:
    cluster.shutdown()
