"""What somebody in a first game should know, by clause, in plain words."""

from __future__ import annotations

from smalti.kernel.words import N_

TIPS = {
    103: N_("A workshop delivers to the card above it. The fourth delivers to the City Hall."),
    204: N_("This is your first card. Put it above whichever of the three workshops you like."),
    401: N_("Tiles are taken from the edge of the grid only. What lies further in must wait."),
    402: N_("The handles at the edge take a whole row, up to the next gap."),
    404: N_("Or take a single tile, and choose a card with it."),
    405: N_("Or take a single tile, and move your cards to other slots."),
    406: N_("The tile or the card first: you decide."),
    501: N_("All the tiles that you took go into one workshop together."),
    502: N_("There are too many: give up what you need least."),
    503: N_("You may also give up tiles of your own free will, to make room."),
    601: N_("Below each workshop you see what it waits for: three and three, three pairs, two pairs, four alike."),
    605: N_("Several are ready. What is left over from one may help the next, so the order counts."),
    606: N_("A workshop that runs delivers at least one tile to the card above it."),
    607: N_("The first workshop may deliver one tile more, the second two more. The rest rides on to the next one."),
    609: N_("This workshop breaks one of the tiles that are left. Choose which."),
    705: N_("The finished card brings you a tile of any colour, for any workshop."),
    706: N_("You may take it before the leftovers ride on, or after."),
    801: N_("The City Hall pays with a purple tile, which stands for any colour, or later with a point."),
    1301: N_("Choose a mission: an aim that pays at the end of the game."),
    1306: N_("You took four tiles, so one of them may go onto your mission."),
    1403: N_("Take all four tiles, or one of them with a card, or one of them and move your cards."),
}
