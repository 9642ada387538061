const TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

/** The sum with which an archive finds damage; against intent there are the hashes. */
export class Crc32 {
  #value = 0xffffffff

  add(bytes: Uint8Array): void {
    let value = this.#value
    for (const byte of bytes) value = (value >>> 8) ^ TABLE[(value ^ byte) & 0xff]!
    this.#value = value
  }

  end(): number {
    return ~this.#value >>> 0
  }
}
