import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { fetchImage } from './http-download.ts'

const IMAGE = Buffer.from(Uint8Array.from({ length: 5_000 }, (_, at) => (at * 7) & 0xff))
const SHA = 'ab'.repeat(32)
type Answer = (request: IncomingMessage, response: ServerResponse, from: number) => void

let close = (): void => {}
afterEach(() => close())

/** A cloud that answers each request in turn, the last answer again and again; with the ranges it was asked for. */
const serve = async (...answers: readonly Answer[]) => {
  const asked: (string | undefined)[] = []
  const server = createServer((request, response) => {
    const answer = answers[Math.min(asked.length, answers.length - 1)]
    asked.push(request.headers.range)
    answer?.(request, response, Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { asked, link: `http://127.0.0.1:${(server.address() as AddressInfo).port}/firmware/x/y` }
}
/** The rest of the image, of which the last `lost` bytes never come. */
const rest =
  (upto = IMAGE.length): Answer =>
  (_, response, from) => {
    response.writeHead(206, {
      'content-range': `bytes ${from}-${IMAGE.length - 1}/${IMAGE.length}`,
      'content-length': IMAGE.length - from,
    })
    const bytes = IMAGE.subarray(from, upto)
    if (upto === IMAGE.length) response.end(bytes)
    else response.write(bytes, () => setTimeout(() => response.destroy(), 20))
  }
const status =
  (code: number): Answer =>
  (_, response) =>
    response.writeHead(code).end('no')

const download = (link: string, have: Buffer = Buffer.alloc(0)) => {
  let got = have
  const taken = fetchImage(
    { link },
    {
      sha256: SHA,
      have: () => got.length,
      take: (bytes) => {
        got = Buffer.concat([got, bytes])
        return got.length >= IMAGE.length
      },
    },
  )
  return { taken, got: () => got }
}

describe('an image over HTTP', () => {
  it('is fetched whole', async () => {
    const { link, asked } = await serve(rest())
    const { taken, got } = download(link)
    expect(await taken.done).toBe(true)
    expect(got()).toEqual(IMAGE)
    expect(asked).toEqual(['bytes=0-'])
  })

  it('goes on from the byte at which the connection broke', async () => {
    const { link, asked } = await serve(rest(1), rest(1_337), status(503), rest())
    const { taken, got } = download(link)
    expect(await taken.done).toBe(true)
    expect(got()).toEqual(IMAGE)
    expect(asked).toEqual(['bytes=0-', 'bytes=1-', 'bytes=1337-', 'bytes=1337-'])
  })

  it.each([
    ['a link that is over', status(410)],
    ['a link that nobody knows', status(404)],
    ['another version of the file from its start', (_, response) => response.writeHead(200).end(IMAGE)],
    [
      'another range than was asked for',
      (_, response) => response.writeHead(206, { 'content-range': 'bytes 0-4999/5000' }).end(IMAGE),
    ],
  ] as [string, Answer][])('is left to chunks after %s', async (_, answer) => {
    const { link } = await serve(answer)
    const { taken, got } = download(link, IMAGE.subarray(0, 100))
    expect(await taken.done).toBe(false)
    expect(got()).toEqual(IMAGE.subarray(0, 100))
  })

  it('is left to chunks when it is broken off', async () => {
    const { link } = await serve(() => {})
    const { taken } = download(link)
    taken.abort()
    expect(await taken.done).toBe(false)
  })
})
