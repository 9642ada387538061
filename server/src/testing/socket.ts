import type { ServerFrame } from '@frontdesk/contract/realtime'
import { vi } from 'vitest'
import { WebSocket } from 'ws'
import { EVER } from './patience.ts'

/** The client's end of a socket. */
export interface TestSocket {
  /** All that came, in order. */
  frames: ServerFrame[]
  /** The code it was closed with, once it is. */
  closed: Promise<number>
  send(frame: unknown): void
  /** Resolves with the first frame that fits. @throws after 10 seconds without one */
  receive(fits: (frame: ServerFrame) => boolean): Promise<ServerFrame>
  close(): void
}

/** Opens the socket of the server at `url`. @throws with the status where it is refused */
export function openSocket(
  url: string,
  headers: Record<string, string> = {},
  localAddress?: string,
): Promise<TestSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/v1/chat/ws`, {
    headers,
    localAddress,
  })
  const frames: ServerFrame[] = []
  socket.on('message', (data: Buffer) => frames.push(JSON.parse(data.toString()) as ServerFrame))
  // `close` follows.
  socket.on('error', () => undefined)
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  return new Promise((resolve, reject) => {
    socket.once('unexpected-response', (_request, { statusCode }) => {
      reject(new Error(`refused with ${statusCode}`))
      socket.terminate()
    })
    socket.once('open', () =>
      resolve({
        frames,
        closed,
        send: (frame) =>
          socket.send(
            typeof frame === 'object' && !Buffer.isBuffer(frame)
              ? JSON.stringify(frame)
              : (frame as string),
          ),
        receive: (fits) => vi.waitUntil(() => frames.find(fits), EVER),
        close: () => socket.close(),
      }),
    )
  })
}

/** Opens a socket and proves who it is. */
export async function openSocketAs(url: string, { token }: { token: string }): Promise<TestSocket> {
  const socket = await openSocket(url)
  socket.send({ type: 'auth', token })
  await socket.receive(({ type }) => type === 'ready')
  return socket
}
