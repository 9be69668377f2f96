// A game's module of WebAssembly: its memory, laid out once, and its functions with plain numbers.

/**
 * @typedef {{bytes: number, columns: Record<string, [number, number]>}} SheetLayout
 * @typedef {{game: string, rules: string, state: number, sheets: Record<string, SheetLayout>}} Layout
 */

const ALIGNED = 16;
/** Where a function leaves its result, and what went wrong, which never happens to rules. */
const RESULT_BYTES = 64;

/** @param {number} address */
const aligned = (address) => Math.ceil(address / ALIGNED) * ALIGNED;

export class Module {
  /** @param {WebAssembly.Module} compiled @param {Layout} layout */
  constructor(compiled, layout) {
    const { exports } = new WebAssembly.Instance(compiled, {});
    this.functions = /** @type {Record<string, (...order: any[]) => number>} */ (/** @type {unknown} */ (exports));
    this.memory = /** @type {WebAssembly.Memory} */ (exports.memory);
    this.layout = layout;
    this.result = aligned(/** @type {WebAssembly.Global} */ (exports.__heap_base).value);
    this.state = this.result + RESULT_BYTES;
    let free = aligned(this.state + layout.state);
    /** Where each sheet lies. @type {Record<string, number>} */
    this.sheets = {};
    for (const [name, sheet] of Object.entries(layout.sheets)) {
      this.sheets[name] = free;
      free = aligned(free + sheet.bytes);
    }
    const missing = free - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(Math.ceil(missing / 65536));
  }

  /** The position as bytes. */
  get position() {
    return new Uint8Array(this.memory.buffer, this.state, this.layout.state).slice();
  }

  set position(bytes) {
    new Uint8Array(this.memory.buffer, this.state, this.layout.state).set(bytes);
  }

  /** Calls a function on the position; what it returns. @param {string} name @param {number[]} numbers @param {string} [sheet] */
  call(name, numbers, sheet) {
    const rest = sheet ? [this.sheets[sheet]] : [];
    const failed = this.functions[name](this.result, this.result + 8, this.state, ...numbers.map(BigInt), ...rest);
    if (failed) throw new Error(`${name} failed with ${failed}`);
    return Number(new DataView(this.memory.buffer).getBigInt64(this.result, true));
  }

  /** The rows of a sheet after a call that wrote on it. @param {string} name @param {number[]} numbers @param {string} sheet */
  rows(name, numbers, sheet) {
    this.call(name, numbers, sheet);
    const at = this.sheets[sheet];
    const { buffer } = this.memory;
    const length = Number(new DataView(buffer).getBigInt64(at, true));
    const columns = Object.values(this.layout.sheets[sheet].columns).map(([offset, width]) =>
      width === 8 ? Array.from(new BigInt64Array(buffer, at + offset, length), Number) : [...new Int16Array(buffer, at + offset, length)],
    );
    return Array.from({ length }, (_, row) => columns.map((column) => column[row]));
  }
}
