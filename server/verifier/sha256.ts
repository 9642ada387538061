/** SHA-256 (FIPS 180-4) at once and without waiting: a pack needs it a million times, which WebCrypto is slow at. */

// prettier-ignore
const ROUNDS = new Uint32Array([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
])
const BLOCK = 64

const turned = (word: number, by: number) => (word >>> by) | (word << (32 - by))

/** Takes bytes as they come. */
export class Sha256 {
  readonly #state = new Uint32Array([
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
  ])
  readonly #words = new Uint32Array(64)
  readonly #rest = new Uint8Array(BLOCK)
  #held = 0
  #length = 0

  add(bytes: Uint8Array): this {
    this.#length += bytes.length
    let at = 0
    if (this.#held > 0) {
      at = Math.min(BLOCK - this.#held, bytes.length)
      this.#rest.set(bytes.subarray(0, at), this.#held)
      this.#held += at
      if (this.#held < BLOCK) return this
      this.#mix(this.#rest, 0)
      this.#held = 0
    }
    for (; at + BLOCK <= bytes.length; at += BLOCK) this.#mix(bytes, at)
    this.#rest.set(bytes.subarray(at))
    this.#held = bytes.length - at
    return this
  }

  /** 32 bytes; nothing can be added after that. */
  end(): Uint8Array {
    const bits = this.#length * 8
    const last = new Uint8Array(this.#held < 56 ? BLOCK : 2 * BLOCK)
    last.set(this.#rest.subarray(0, this.#held))
    last[this.#held] = 0x80
    const view = new DataView(last.buffer)
    view.setUint32(last.length - 8, Math.floor(bits / 2 ** 32))
    view.setUint32(last.length - 4, bits % 2 ** 32)
    for (let at = 0; at < last.length; at += BLOCK) this.#mix(last, at)
    const out = new DataView(new ArrayBuffer(32))
    this.#state.forEach((word, index) => out.setUint32(index * 4, word))
    return new Uint8Array(out.buffer)
  }

  #mix(bytes: Uint8Array, from: number): void {
    const words = this.#words
    for (let i = 0; i < 16; i += 1) {
      const at = from + i * 4
      words[i] =
        (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!
    }
    for (let i = 16; i < 64; i += 1) {
      const [x, y] = [words[i - 15]!, words[i - 2]!]
      const low = turned(x, 7) ^ turned(x, 18) ^ (x >>> 3)
      const high = turned(y, 17) ^ turned(y, 19) ^ (y >>> 10)
      words[i] = words[i - 16]! + low + words[i - 7]! + high
    }
    const state = this.#state
    let a = state[0]!
    let b = state[1]!
    let c = state[2]!
    let d = state[3]!
    let e = state[4]!
    let f = state[5]!
    let g = state[6]!
    let h = state[7]!
    for (let i = 0; i < 64; i += 1) {
      const chosen = (e & f) ^ (~e & g)
      const most = (a & b) ^ (a & c) ^ (b & c)
      const one =
        (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + chosen + ROUNDS[i]! + words[i]!) | 0
      const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + most) | 0
      h = g
      g = f
      f = e
      e = (d + one) | 0
      d = c
      c = b
      b = a
      a = (one + two) | 0
    }
    state[0]! += a
    state[1]! += b
    state[2]! += c
    state[3]! += d
    state[4]! += e
    state[5]! += f
    state[6]! += g
    state[7]! += h
  }
}

/** Of these bytes, one behind the other. */
export function sha256(...parts: Uint8Array[]): Uint8Array {
  const hash = new Sha256()
  for (const part of parts) hash.add(part)
  return hash.end()
}
