"""Why something cannot be done, and what would make it legal. Colours are the row's look, workshops its `of`."""

from __future__ import annotations

from smalti.kernel.stage import Sentence
from smalti.kernel.words import N_

NO_SUCH_TILE = N_("no {look:colour} tile lies in workshop {of:number}")

MOMENTS: dict[str, Sentence] = {
    "GAME_OVER": N_("the game is over; no more moves are made"),
    "NOT_YET": N_("cards or tiles have to be turned up first"),
    "OTHERS_TURN": N_("it is the turn of {seat:seat}"),
    "FIRST_EXCESS": N_("workshop {of:number} holds too many tiles; give up {amount:number} of them first"),
    "FIRST_RUN": N_("several workshops are ready ({of:workshops}); choose which one runs first"),
    "FIRST_DELIVERY": N_("workshop {of:number} is running; decide on its delivery first"),
    "FIRST_TAKE_ALONE": N_("take all four revealed tiles, or one of them with a card or a rearrangement"),
    "FIRST_START_CARD": N_("install your start card in one of your three slots first"),
    "FIRST_PICK": N_("pick one of the missions shown first"),
    "FIRST_TAKE": N_("take tiles first: a run, or one tile with a card or a rearrangement"),
    "FIRST_STORE": N_("decide first whether one of the four tiles goes onto your mission"),
    "FIRST_PARTS": N_("you have taken your tiles; now carry out the parts of your choice"),
    "FIRST_PUT": N_("put the bonus tile into one of your workshops first"),
    "FIRST_FRAGMENT": N_("the running workshop fragments: give up one of its remaining tiles first"),
    "FIRST_BONUS": N_("decide on the bonus tile first: before or after the leftovers move"),
    "FIRST_BONUS_AFTER": N_("take a bonus tile or decline it first"),
}
MOVES: dict[str, Sentence] = {
    "NO_GRID": N_("alone there is no grid; take all four revealed tiles, or one of them"),
    "RUN_IS_WHOLE": N_("a run is taken whole, from one gap or end of its border line to the other"),
    "NOT_FACE_UP": N_("there is no face-up tile on {target:place}"),
    "NOT_BORDER": N_("the tile on {target:place} is not on the border; take from the outer rows or columns"),
    "NO_CARD_SHOWN": N_("no card is on display; take a run, or a tile and rearrange"),
    "NAME_CELLS": N_("tiles are taken from the border of the grid; name the cells"),
    "NOT_REVEALED": N_("no such tile was revealed; there are: {of:tiles}"),
    "IS_PLACED": N_("your tiles are placed already; carry out the other part of your choice"),
    "OTHER_START_CARD": N_("you were dealt the start card {of:card}; install that one"),
    "NO_CARD_DUE": N_("only who takes one tile and a card installs a card, and only one"),
    "NOT_DISPLAYED": N_("this card is not on display"),
    "NO_ORDER_DUE": N_("only who takes one tile to rearrange may move cards, and only once"),
    "SAME_ORDER": N_("empty slots are all alike; a smaller number stands for the same arrangement"),
    "NOT_MISSING": N_("only a taken tile of a colour still missing goes onto the mission; taken: {of:tiles}"),
    "NOT_READY": N_("workshop {of:number} is not ready"),
    "MUST_DELIVER": N_("workshop {of:number} must deliver {amount:number} first"),
    "NO_SUCH_TILE": NO_SUCH_TILE,
    "NO_FREE_SPACE": N_("the card above workshop {of:number} has no free space for {look:colour}"),
    "NO_COLLECTING": N_("your mission collects no fragmented tiles; they go to the supply"),
    "LIES_THERE": N_("{look:colour} lies on your mission already"),
    "NO_BONUS": N_("no finished card brings a bonus tile now"),
    "DECLINE_LATER": N_("nothing lies between here and the move of the leftovers; decline the tile after it"),
    "EXCESS_AHEAD": N_("the leftovers will be too many; give up the excess before you take the tile after them"),
    "IS_RUNNING": N_("no tile is given up freely while a workshop is running"),
    "NOT_SHOWN": N_("this mission is not shown"),
}
CLICKS: dict[str, Sentence] = {
    "CLICK_GIVEN_UP": N_("click the tile that you give up: one that lies in your workshops"),
    "CLICK_SLOT": N_("a design goes into one of your three slots; click the slot"),
    "OTHER_BENCH": N_("this is the bench of {seat:seat}; you work at your own"),
    "ONE_OR_RUN": N_("take a whole run by the handle beside it, or one tile together with a card or a rearrangement"),
    "PURPLE_STAYS": N_("a purple tile is never delivered and never fragmented; choose one of a colour"),
    "BEGIN_WITH_BIN": N_("to give up a tile of your workshops, begin with the button for it, then click the tile"),
    "TOGETHER": N_("the tiles you took go together into one of your workshops; click the workshop"),
    "CARD_THEN_SLOT": N_("first click a card of the display, then the slot it goes into"),
    "NOTHING_MOVES": N_("no card would move; exchange two slots of which one holds a card, or leave all as they are"),
    "CLICK_DELIVERED": N_("workshop {of:number} runs: click the tile that it delivers"),
    "ONLY_ABOVE": N_("workshop {of:number} delivers only to what stands above it"),
    "IS_FINISHED": N_("a finished design stays in front of its owner and scores at the end"),
    "CARD_WITH_TILE": N_("a card comes with one tile: take the tile together with a card, then install the card"),
    "IS_COVERED": N_("this space is covered already; a tile goes to a free one"),
    "BLANK_SPACE": N_("a blank space takes any colour; click the tile that is to be delivered"),
    "HALL_GIVES": N_("the City Hall gives a piece whenever workshop {of:number} runs; it cannot be taken otherwise"),
    "MISSION_LATER": N_("a mission scores at the end of the game; nothing is done with it now"),
    "TOKENS_KEPT": N_("tokens are kept to the end; each scores a point"),
    "DECK_LATER": N_("cards of the deck come to the display only when a round ends"),
    "PILE_LATER": N_("each turn begins with four of these tiles; the others stay face down"),
}
REFUSALS = MOMENTS | MOVES | CLICKS
