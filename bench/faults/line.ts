import { type AddressInfo, connect, createServer, type Socket, type NetConnectOpts } from 'node:net'

/** A line to a service that can be made bad. */
export interface Line {
  port: number
  /** How many came through since it was made. */
  readonly came: number
  /** Everything as it comes, each piece after so many milliseconds. */
  slow(ms: number): void
  /** Takes connections, and says and passes on nothing, on the old ones neither: as a line that a firewall forgot. */
  hang(): void
  /** Ends all connections, and every new one. */
  cut(): void
  /** As good as new; what hung before stays as it is. */
  heal(): void
  end(): void
}

/** Stands between a server and what it needs, on a port of its own. */
export async function startLine(
  target: { host: string; port: number } | { path: string },
): Promise<Line> {
  const sockets = new Set<Socket>()
  let mode: 'good' | 'hanging' | 'cut' = 'good'
  let delayMs = 0
  let came = 0
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  }
  const join = (from: Socket, to: Socket) => {
    keep(from)
    from.on('close', () => to.destroy())
    from.on('data', (piece) => {
      if (delayMs === 0) to.write(piece)
      else setTimeout(() => to.destroyed || to.write(piece), delayMs)
    })
    from.on('end', () => setTimeout(() => to.end(), delayMs))
  }
  const server = createServer({ allowHalfOpen: true }, (near) => {
    came += 1
    if (mode === 'cut') return near.destroy()
    // It gets no further: what is behind the line hears nothing of it, and keeps no place for it.
    if (mode === 'hanging') {
      keep(near)
      return near.pause()
    }
    const far = connect({ ...target, allowHalfOpen: true } as NetConnectOpts)
    join(near, far)
    return join(far, near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  return {
    port: (server.address() as AddressInfo).port,
    get came() {
      return came
    },
    slow: (ms) => {
      delayMs = ms
    },
    hang: () => {
      mode = 'hanging'
      for (const socket of sockets) socket.pause()
    },
    cut: () => {
      mode = 'cut'
      for (const socket of sockets) socket.destroy()
    },
    heal: () => {
      mode = 'good'
      delayMs = 0
    },
    end: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
