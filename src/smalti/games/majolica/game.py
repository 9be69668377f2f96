"""Majolica, bound to the interface."""

from __future__ import annotations

from typing import TYPE_CHECKING

from smalti.games.majolica.cards import cover, legal_orders, rearrange
from smalti.games.majolica.chance import apply_outcome, outcomes, sample
from smalti.games.majolica.components import EDITION_NAMES, EXPANSIONS
from smalti.games.majolica.course import early, follows, rank
from smalti.games.majolica.editions import RANK_WORDS
from smalti.games.majolica.encoding import ENCODING
from smalti.games.majolica.moves import ACTION_COUNT
from smalti.games.majolica.policy import with_purpose
from smalti.games.majolica.rounds import end_turn, prepare
from smalti.games.majolica.rows.ahead import ROOM, foresees
from smalti.games.majolica.rows.asks import asks
from smalti.games.majolica.rows.clicks import refuses
from smalti.games.majolica.rows.earnings import earns
from smalti.games.majolica.rows.happenings import happens
from smalti.games.majolica.rows.offers import offers
from smalti.games.majolica.rows.paths import paths
from smalti.games.majolica.rows.pieces import pieces
from smalti.games.majolica.rows.refusals import refuses_move
from smalti.games.majolica.rules import actors, apply, is_over, legal_moves
from smalti.games.majolica.running import next_decision
from smalti.games.majolica.scoring import scores, winners
from smalti.games.majolica.setup import setup, written_options
from smalti.games.majolica.soundness import holds_together
from smalti.games.majolica.state import LIMITS, STATE
from smalti.games.majolica.symmetries import symmetries
from smalti.games.majolica.tables.cover import COVER
from smalti.games.majolica.tables.deal import DEAL
from smalti.games.majolica.tables.lesson import LESSON
from smalti.games.majolica.tables.pictures import PICTURES
from smalti.games.majolica.tables.stage import stage
from smalti.games.majolica.taking import write_all
from smalti.games.majolica.text.entries import context, read_entry, write_entry
from smalti.games.majolica.text.notation import parse_move, write_move
from smalti.games.majolica.text.placing import PLACING
from smalti.games.majolica.text.positions import parse_position, write_position
from smalti.games.majolica.text.record_parts import RECORD_PARTS
from smalti.games.majolica.thinking import THINKING
from smalti.games.majolica.workshops import add_tile
from smalti.kernel.game import Course, Facts, Game, Option, Options, Rules, Tables, Text
from smalti.kernel.rows import Rows
from smalti.kernel.state import State
from smalti.kernel.words import N_

if TYPE_CHECKING:
    from smalti.kernel.board import Board


def checked_setup(seats: int, options: Options) -> State:
    """Section 2: the first state; a record may say `solo`, which follows from the seats."""
    MAJOLICA.facts.check_options({name: value for name, value in options.items() if name != "solo"})
    return setup(seats, options)


def board() -> Board:
    """The board, with all that draws it: only a terminal waits for that."""
    from smalti.games.majolica.board.board import BOARD

    return BOARD


MAJOLICA = Game(
    facts=Facts(
        name="majolica",
        title="Majolica",
        version="1",
        credits="Yu Wang, Blue Magpie Games 2018",
        reconstructed=N_(
            "The design cards, the start cards and the points of the missions are a reconstruction: "
            "no picture of the cards was at hand."
        ),
        minutes=45,
        seat_counts=(1, 2, 3, 4),
        race=True,
        options=(
            Option(
                "expansions",
                EXPANSIONS,
                N_("Which expansions are played: Cascading Bloom, Kaleidoscopic Design, Missions."),
                several=True,
                title=N_("Expansions"),
                value_words={
                    "bloom": (N_("Cascading Bloom"), N_("All four workshops in one turn earn a Bloom token.")),
                    "kaleidoscope": (
                        N_("Kaleidoscopic Design"),
                        N_("Six more designs, with spaces that take any colour."),
                    ),
                    "missions": (N_("Missions"), N_("Everybody follows a mission that pays at the end.")),
                },
            ),
            Option(
                "edition",
                EDITION_NAMES,
                N_("Which edition of the cards is played."),
                title=N_("Edition of the cards"),
            ),
        ),
        ranks=RANK_WORDS,
        about=N_("Run your kilns, send tiles from one to the next, and let one good turn set off a cascade."),
    ),
    rules=Rules(actors, legal_moves, apply, outcomes, sample, apply_outcome, is_over, scores, winners),
    course=Course(
        state_type=STATE,
        action_count=ACTION_COUNT,
        setup=checked_setup,
        written_options=written_options,
        follows=follows,
        early=early,
        rank=rank,
        policy=with_purpose,
        apart=(
            *(legal_moves, legal_orders, write_all, apply, next_decision, add_tile, cover, rearrange, end_turn),
            *(sample, apply_outcome, prepare, scores),
        ),
        encoding=ENCODING,
        limits=LIMITS,
        holds_together=holds_together,
    ),
    text=Text(
        write_entry, read_entry, write_move, parse_move, write_position, parse_position, RECORD_PARTS, context, PLACING
    ),
    rows=Rows(pieces, offers, paths, happens, asks, refuses, refuses_move, earns, foresees, ROOM),
    tables=Tables(stage=stage, cover=COVER, pictures=PICTURES, board=board, lesson=LESSON, deal=DEAL),
    thinking=THINKING,
    symmetries=symmetries,
)
