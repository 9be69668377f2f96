"""What every answer carries, so that a page of ours stays ours."""

from __future__ import annotations

HEADERS = {
    # Modules of WebAssembly are code of ours too, and compiled in the page: 'self' alone would forbid that.
    "Content-Security-Policy": "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
}
PERSONAL = {"Cache-Control": "private, no-store"}
"""What one person sees is kept by nobody; whatever may be kept says so itself, and files of ours are everybody's."""
PICTURE_POLICY = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"}
"""A picture brings its own style and nothing else."""
FOR_EVER = {"Cache-Control": "public, max-age=31536000, immutable", "Vary": "Accept-Encoding"}
"""What is found under the name of its hash never changes."""
