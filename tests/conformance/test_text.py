"""What every game promises about text and records."""

from __future__ import annotations

import pytest

from smalti.kernel.errors import InvalidNotation, SmaltiError
from smalti.kernel.game import CHANCE, Game
from smalti.kernel.record import RecordError, parse_line, replay, verify, write_line, write_record
from tests.play import KNOWN, Setting, ended, moments, new_match
from tests.settings import each_setting

each_game = pytest.mark.parametrize("game", KNOWN.values(), ids=lambda game: game.name)


@each_setting()
def test_moves_round_trip_through_text(setting: Setting) -> None:
    for match, seat, _ in moments(*setting):
        state, game = match.position.state, match.game
        moves = match.position.legal_moves(seat)
        texts = [game.text.write_move(state, seat, move) for move in moves]
        assert len(set(texts)) == len(texts)
        for move, text in list(zip(moves, texts, strict=True))[:: max(1, len(moves) // 5)]:
            assert game.text.parse_move(state, seat, text) == move


@each_setting()
def test_positions_round_trip_through_text(setting: Setting) -> None:
    for match, _, _ in moments(*setting):
        position = match.position
        again = type(position)(match.game, match.game.text.parse_position(str(position)), compiled=position.is_compiled)
        assert again == position


@each_setting()
def test_records_round_trip_and_verify(setting: Setting) -> None:
    record = write_record(ended(*setting))
    line = write_line(record)

    match = verify(parse_line(line.encode()), KNOWN.__getitem__)

    match.chance = ended(*setting).chance
    assert write_line(write_record(match)) == line


@each_setting()
def test_entries_round_trip(setting: Setting) -> None:
    for event in ended(*setting).log:
        state = event.before.state
        assert event.before.game.text.read_entry(state, event.entry) == (event.by, event.move)
        assert event.entry["by"] == ("chance" if event.by == CHANCE else event.by)


@each_setting()
def test_a_running_game_is_a_record_too(setting: Setting) -> None:
    record = write_record(ended(*setting))
    log = record["log"]
    for plies in (0, 1, len(log) // 2, len(log) - 1):
        match = replay(record, KNOWN.__getitem__, plies)
        assert not match.position.is_over
        running = write_record(match)
        assert "scores" not in running
        verify(running, KNOWN.__getitem__)


@each_setting()
def test_a_damaged_record_is_refused(setting: Setting) -> None:
    record = write_record(ended(*setting))
    log = record["log"]
    damaged = [
        {**record, "log": log[:-1]},
        {**record, "log": [*log, log[-1]]},
        {**record, "log": [*log[:3], {"by": 0, "do": "dance"}, *log[3:]]},
        {**record, "scores": [score + 1 for score in record["scores"]]},
        {**record, "seats": [*record["seats"], *record["seats"], *record["seats"], *record["seats"], {}]},
        {**record, "rules": "0"},
    ]
    for one in damaged:
        with pytest.raises(SmaltiError):
            verify(one, KNOWN.__getitem__)


@each_setting()
def test_tampered_chance_is_found(setting: Setting) -> None:
    record = write_record(ended(*setting))
    record["chance"] = {**record["chance"], "secret": "another"}
    with pytest.raises(RecordError, match="secret"):
        verify(record, KNOWN.__getitem__)


@each_game
def test_nonsense_is_not_a_move_or_a_position(game: Game) -> None:
    match = new_match(game.name, game.facts.seat_counts[0], {})
    seat = match.position.actors()[0]
    for text in ("", "nonsense", "☃" * 50, "1 2 3", "-" * 5000):
        with pytest.raises(SmaltiError):
            game.text.parse_move(match.position.state, seat, text)
        with pytest.raises(InvalidNotation):
            game.text.parse_position(text)
