"""The stack of what is being done, and the verbs by which rules, views and bots speak of it.

Nobody but the kernel touches `game.stack`. Frames are found by their class and named by themselves (compared by identity):

    push(a, b)             put frames on top; `a` is done first, then `b`
    push_at(frame, step)   put a procedure on top that goes on with this step (positions laid in the middle of a turn)
    top                    what goes on next: in `resolve` and `settle`, whoever put the question
    find(Kind)             the innermost frame of a class, or None
    running(Kind)          the innermost frame of a class that must be there: LookupError otherwise
    frames(Kind)           all frames of a class, the innermost first
    step_of(frame)         the step with which a procedure goes on
    update(frame, x=1)     change the fields of a frame
    jump(frame, step)      drop everything above the frame, which goes on with this step
    leave(frame)           drop the frame and everything above it
    end_game()             drop everything: the game is over

A step leaves its own procedure by returning DONE, or goes elsewhere in it by returning a step's name; it needs no verb for that.
"""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from .actions import Action
from .frames import DONE, Decision, Frame, Procedure

F = TypeVar("F", bound=Frame)


class Stack(msgspec.Struct, kw_only=True):
    """What a state has under way: frozen frames, each with the step it goes on with (a decision has none)."""

    stack: list[tuple[Procedure | Decision, str]] = []
    menu: tuple[Action, ...] | None = None

    # -- looking -------------------------------------------------------------------------------------

    @property
    def top(self) -> Procedure | Decision | None:
        return self.stack[-1][0] if self.stack else None

    def frames(self, kind: type[F]) -> list[F]:
        """All frames of a class, the innermost first."""
        return [frame for frame, _ in reversed(self.stack) if isinstance(frame, kind)]

    def find(self, kind: type[F]) -> F | None:
        """The innermost frame of a class, if there is one."""
        for frame, _ in reversed(self.stack):
            if isinstance(frame, kind):
                return frame
        return None

    def running(self, kind: type[F]) -> F:
        """The innermost frame of a class, for rules that only it leads to."""
        frame = self.find(kind)
        if frame is None:
            raise LookupError(f"no {kind.__name__} is under way")
        return frame

    def step_of(self, frame: Procedure) -> str:
        """The step with which a procedure goes on."""
        return self.stack[self._depth(frame)][1]

    def _depth(self, frame: Frame) -> int:
        stack = self.stack
        for depth in range(len(stack) - 1, -1, -1):
            if stack[depth][0] is frame:
                return depth
        raise LookupError(f"{type(frame).__name__} is not on the stack")

    # -- changing ------------------------------------------------------------------------------------

    def push(self, *frames: Procedure | Decision) -> None:
        """Put frames on the stack; the first one named is done first."""
        for frame in reversed(frames):
            self.stack.append((frame, frame.START))
        self.menu = None

    def push_at(self, frame: Procedure, step: str) -> None:
        """Put a procedure on the stack that goes on with this step."""
        self.stack.append((frame, self._known(frame, step)))
        self.menu = None

    def update(self, frame: Frame, **changes: Any) -> None:
        """Change the locals of a frame that is on the stack."""
        depth = self._depth(frame)
        there, step = self.stack[depth]
        self.stack[depth] = (msgspec.structs.replace(there, **changes), step)
        self.menu = None

    def jump(self, frame: Procedure, step: str) -> None:
        """Drop everything above the frame, which goes on with this step."""
        depth = self._depth(frame)
        self.stack[depth:] = [(frame, self._known(frame, step))]
        self.menu = None

    def leave(self, frame: Frame) -> None:
        """Drop the frame and everything above it."""
        del self.stack[self._depth(frame) :]
        self.menu = None

    def end_game(self) -> None:
        """Drop everything that is under way: the game is over."""
        self.stack.clear()
        self.menu = None

    @staticmethod
    def _known(frame: Procedure, step: str) -> str:
        if step != DONE and step not in frame.STEPS:
            raise LookupError(f"{type(frame).__name__} has no step {step!r}")
        return step
