"""What every answer carries, so that a page of ours stays ours."""

from __future__ import annotations

# Modules of WebAssembly are code of ours too, and compiled in the page: 'self' alone would forbid that.
CODE = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'"
FILES = {"Content-Security-Policy": CODE, "X-Content-Type-Options": "nosniff"}
"""Scripts, styles and icons: as much as a worker needs. A first visit loads sixty, and pays for each letter here."""
HEADERS = FILES | {
    "Content-Security-Policy": f"{CODE}; img-src 'self' data:; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
}
PERSONAL = {"Cache-Control": "private, no-store"}
"""What one person sees is kept by nobody; whatever may be kept says so itself, and files of ours are everybody's."""
PICTURE_POLICY = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"}
"""A picture brings its own style and nothing else."""
FOR_EVER = {"Cache-Control": "public, max-age=31536000, immutable", "Vary": "Accept-Encoding"}
"""What is found under the name of its hash never changes."""
