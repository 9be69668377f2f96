"""The table: board, log, question and moves for the person in front of the screen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container, Horizontal, VerticalScroll
from textual.screen import Screen
from textual.widgets import Static

from smalti.cli.boards import find_board
from smalti.cli.hotseat import HotSeat
from smalti.cli.tui.moves import MoveList
from smalti.cli.tui.pages import Curtain, Keys, Result
from smalti.cli.tui.picture import BoardPicture, Picture
from smalti.cli.tui.words import write_footer, write_log, write_title
from smalti.kernel.board import Sight
from smalti.kernel.errors import SmaltiError
from smalti.kernel.game import CHANCE
from smalti.kernel.seeing import describe, gain, question
from smalti.kernel.words import N_, say

ACTIONS = [
    ("u", "screen.undo", N_("Undo")),
    ("l", "screen.list_moves", N_("List")),
    ("/", "screen.filter", N_("Filter")),
    ("?", "screen.keys", N_("Keys")),
    ("q", "screen.leave", N_("Quit")),
]


class TableScreen(Screen[bool]):
    """Shows a table and hands on what people do; ends with whether another game is wanted."""

    BINDINGS = [  # noqa: RUF012 - Textual's own way to say it
        Binding("u", "undo", show=False),
        Binding("l", "list_moves", show=False),
        Binding("slash", "filter", show=False),
        Binding("question_mark", "keys", show=False),
        Binding("q", "leave", show=False),
    ]

    def __init__(self, table: HotSeat, save: Callable[[HotSeat], None], language: str, *, hints: bool) -> None:
        super().__init__()
        self.table, self.save, self.language, self.hints = table, save, language, hints
        self.board = find_board(table.match.game)
        self.sight = Sight(table.seen(), CHANCE, language)
        self.gains: dict[int, str] = {}
        self.lists_all = False

    def compose(self) -> ComposeResult:
        """Board and side by side, log, question, moves."""
        yield Static(id="title")
        with Container(id="middle"):
            with Horizontal(id="pictures"):
                yield BoardPicture(id="board")
                with VerticalScroll(id="beside", can_focus=False):
                    yield Picture(id="side")
            with VerticalScroll(id="past", can_focus=False):
                yield Static(id="log")
        yield Static(id="ask")
        yield Static(id="message")
        yield MoveList(self.language, id="moves")
        yield Static(write_footer(ACTIONS, self.language), classes="footer")

    def on_mount(self) -> None:
        """The first look."""
        self.go_on()

    # What happens next

    def go_on(self) -> None:
        """Shows the table to whoever is next, behind a curtain where choices are hidden."""
        seat = self.table.waiting_for
        if seat is not None and self.table.must_hand_over(seat):
            self.app.push_screen(Curtain(seat, self.language), lambda _: self.sit(seat))
        else:
            self.sit(self.table.viewer if seat is None else seat)

    def sit(self, seat: int | None) -> None:
        """A person looks at the table and is asked, or reads the result."""
        self.table.viewer = self.table.people[0] if seat is None else seat
        self.sight = Sight(self.table.seen(), self.table.viewer, self.language)
        self.sight = replace(self.sight, aimed=self.board.aim(self.sight))
        self.gains = self.find_gains() if self.hints else {}
        self.lists_all = False
        self.show_table()
        if self.sight.position.is_over:
            self.app.push_screen(Result(self.sight.position, self.language), self.after_result)

    def after_result(self, key: str | None) -> None:
        """What the last page asked for."""
        if key == "u":
            self.action_undo()
        elif key in ("n", "q"):
            self.dismiss(key == "n")

    def find_gains(self) -> dict[int, str]:
        """What each move brings."""
        if self.sight.seat not in self.sight.position.actors():
            return {}
        game, state, seat = self.sight.position.game, self.sight.position.state, self.sight.seat
        gains = {move: gain(game, state, seat, move) for move in self.sight.position.legal_moves(seat)}
        return {move: f"{points:+d}" for move, points in gains.items() if points}

    # Showing

    def show_table(self) -> None:
        """Everything anew."""
        self.query_one("#title", Static).update(write_title(self.table, self.language))
        self.query_one("#log", Static).update(write_log(self.table, self.language))
        self.query_one("#past", VerticalScroll).scroll_end(animate=False)
        self.query_one("#ask", Static).update(self.write_question())
        self.show_moves()
        self.show_aim()

    def show_aim(self) -> None:
        """The board with its ghost, and what the ghost would do."""
        drawing = self.board.draw(self.sight)
        self.query_one("#board", Static).update(drawing.board)
        self.query_one("#side", Static).update(drawing.side)
        self.tell(self.write_aim())

    def show_moves(self) -> None:
        """The moves that aiming does not reach, or all of them."""
        moves = self.sight.position.legal_moves(self.sight.seat) if self.is_asked else []
        aiming = self.sight.aimed is not None
        listed = [move for move in moves if self.lists_all or not aiming or not self.board.can_aim(move)]
        moves_list = self.query_one(MoveList)
        large = bool(listed) and (self.lists_all or not aiming)
        moves_list.offer([(move, self.write_move(move)) for move in listed], filtered=large)
        moves_list.display = bool(listed)
        moves_list.set_class(large, "large")
        if large:
            moves_list.take_focus()
        else:
            self.query_one(BoardPicture).focus()

    @property
    def is_asked(self) -> bool:
        """Whether the person at the screen is to choose."""
        return self.sight.seat in self.sight.position.actors()

    def write_question(self) -> Text:
        """Who is asked what."""
        if not self.is_asked:
            return Text(say(self.language, N_("The game is over")), style="bold")
        asked = question(self.sight.position.game, self.sight.position.state, self.sight.seat, self.language)
        head = say(self.language, N_("Seat {seat}"), {"seat": self.sight.seat + 1})
        return Text(f"{head}  ", style="bold").append(asked, style="not bold")

    def write_move(self, move: int) -> str:
        """A move in words, with what it brings if hints are wanted."""
        words = describe(self.sight.position.game, self.sight.position.state, self.sight.seat, move, self.language)
        gain = self.gains.get(move, "")
        return f"{words}  {gain}" if gain else words

    def write_aim(self) -> Text:
        """What Enter would do now; nothing where it would be refused."""
        if self.sight.aimed is None:
            return Text()
        move = self.board.settle(self.sight)
        if self.sight.position.why_not(move, self.sight.seat):
            return Text(say(self.language, N_("Not possible here; Enter tells why.")), style="dim")
        return Text(self.write_move(move), style="italic")

    def tell(self, words: Text) -> None:
        """The line under the question."""
        self.query_one("#message", Static).update(words)

    def refuse(self, words: str) -> None:
        """Why something is not allowed."""
        self.tell(Text(words, style="bold #e58370"))

    # What people do

    def choose(self, move: int) -> None:
        """Makes a move and saves, or says why it may not be made."""
        reason = self.sight.position.why_not(move, self.sight.seat)
        if reason:
            self.refuse(reason.say(self.language))
            return
        self.table.play(self.sight.seat, move)
        self.save(self.table)
        self.go_on()

    def turn_to(self, move: int | None) -> None:
        """Aims at another move."""
        if move is not None:
            self.sight = replace(self.sight, aimed=move)
            self.show_aim()

    def on_board_picture_pressed(self, event: BoardPicture.Pressed) -> None:
        """Enter makes the aimed move, other keys steer."""
        if self.sight.aimed is None:
            return
        if event.key == "enter":
            self.choose(self.board.settle(self.sight))
        else:
            self.turn_to(self.board.steer(self.sight, event.key))

    def on_picture_pointed(self, event: Picture.Pointed) -> None:
        """A click aims, a second click on the same place chooses."""
        move = self.board.point(self.sight, event.place)
        if move is not None and move == self.sight.aimed:
            self.choose(self.board.settle(self.sight))
        else:
            self.turn_to(move)

    def on_move_list_chosen(self, event: MoveList.Chosen) -> None:
        """A move of the list."""
        self.choose(event.move)

    def action_undo(self) -> None:
        """Takes the last decision back."""
        try:
            self.table.undo()
        except SmaltiError as error:
            self.refuse(say(self.language, str(error)))
            return
        self.save(self.table)
        self.go_on()

    def action_list_moves(self) -> None:
        """All moves in words, or back to aiming."""
        self.lists_all = not self.lists_all
        self.show_moves()

    def action_filter(self) -> None:
        """The list with its filter."""
        self.lists_all = True
        self.show_moves()
        self.query_one(MoveList).start_filter()

    def action_keys(self) -> None:
        """What the keys do."""
        self.app.push_screen(Keys(self.board.keys, self.language))

    def action_leave(self) -> None:
        """Leaves the table; it is saved already."""
        self.dismiss(False)
