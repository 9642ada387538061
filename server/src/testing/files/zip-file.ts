import { crc32, deflateRawSync } from 'node:zlib'

/** A zip archive of these files. */
export function zipFile(files: Record<string, string | Buffer>): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(files)) {
    const data = Buffer.from(content)
    const packed = deflateRawSync(data)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(0x0800, 2)
    facts.writeUInt16LE(8, 4)
    // 1980-01-01: the same content makes the same file.
    facts.writeUInt16LE(0x21, 8)
    facts.writeUInt32LE(crc32(data), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(data.length, 18)
    facts.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('504b0304', 'hex'), facts, Buffer.from(name), packed])
    bodies.push(local)
    const end = Buffer.alloc(14)
    end.writeUInt32LE(offset, 10)
    const version = Buffer.from([20, 0])
    directory.push(
      Buffer.concat([Buffer.from('504b0102', 'hex'), version, facts, end, Buffer.from(name)]),
    )
    offset += local.length
  }
  const list = Buffer.concat(directory)
  const tail = Buffer.alloc(22)
  tail.writeUInt32BE(0x504b0506, 0)
  tail.writeUInt16LE(directory.length, 8)
  tail.writeUInt16LE(directory.length, 10)
  tail.writeUInt32LE(list.length, 12)
  tail.writeUInt32LE(offset, 16)
  return Buffer.concat([...bodies, list, tail])
}
