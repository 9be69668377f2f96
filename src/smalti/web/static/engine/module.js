// A game's module of WebAssembly: its memory, laid out once, and its functions with plain numbers.

/**
 * @typedef {{bytes: number, columns: Record<string, [number, number]>}} SheetLayout A column: where it begins, and the bytes of a number.
 * @typedef {Record<string, {at: number, kind: "int" | "real"}>} DeskFields
 * @typedef {{game: string, rules: string, state: number, room: number, sheets: Record<string, SheetLayout>, desk?: {bytes: number, fields: DeskFields}}} Layout
 */

const ALIGNED = 16;
const PAGE = 65536;
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
    this.free = aligned(/** @type {WebAssembly.Global} */ (exports.__heap_base).value);
    this.result = this.room(RESULT_BYTES);
    this.state = this.room(layout.state);
    /** Where each sheet lies. @type {Record<string, number>} */
    this.sheets = {};
    for (const [name, sheet] of Object.entries(layout.sheets)) this.sheets[name] = this.room(sheet.bytes);
  }

  /** Memory for so many bytes, all zero, kept for good: where it begins. @param {number} bytes */
  room(bytes) {
    const at = this.free;
    this.free = aligned(at + bytes);
    const missing = this.free - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(Math.ceil(missing / PAGE));
    return at;
  }

  /** The memory now: it is another buffer after each growth. */
  get view() {
    return new DataView(this.memory.buffer);
  }

  /** The position as bytes. @returns {Uint8Array} */
  get position() {
    return new Uint8Array(this.memory.buffer, this.state, this.layout.state).slice();
  }

  set position(bytes) {
    new Uint8Array(this.memory.buffer, this.state, this.layout.state).set(bytes);
  }

  /** Calls a function with addresses (numbers) and whole numbers (BigInt). @param {string} name @param {(number | bigint)[]} order */
  run(name, order) {
    const failed = this.functions[name](this.result, this.result + 8, ...order);
    if (failed) throw new Error(`${name} failed with ${failed}`);
  }

  /** Calls a function on the position; the whole number that it returns. @param {string} name @param {(number | bigint)[]} [numbers] @param {string} [sheet] */
  call(name, numbers = [], sheet) {
    this.run(name, [this.state, ...numbers.map(BigInt), ...(sheet ? [this.sheets[sheet]] : [])]);
    return Number(this.view.getBigInt64(this.result, true));
  }

  /** All rows of a sheet as one list of numbers, row after row, after a call that wrote on it. @param {string} name @param {(number | bigint)[]} numbers @param {string} sheet */
  rows(name, numbers, sheet) {
    this.call(name, numbers, sheet);
    return this.read(sheet);
  }

  /** The same of what is written on it. @param {string} sheet */
  read(sheet) {
    const at = this.sheets[sheet];
    const { buffer } = this.memory;
    const length = Number(new DataView(buffer).getBigInt64(at, true));
    const columns = Object.values(this.layout.sheets[sheet].columns).map(([offset, width]) =>
      width === 8 ? Array.from(new BigInt64Array(buffer, at + offset, length), Number) : new Int16Array(buffer, at + offset, length),
    );
    /** @type {number[]} */
    const flat = [];
    for (let row = 0; row < length; row += 1) for (const column of columns) flat.push(column[row]);
    return flat;
  }
}
