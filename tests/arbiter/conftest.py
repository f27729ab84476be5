from tests.post.conftest import world

__all__ = ["world"]
