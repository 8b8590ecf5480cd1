import { Writable } from 'node:stream'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { createBacklog } from './push-backlog.ts'

/** A connection whose network takes a chunk when the test lets it; everything it took. */
const openConnection = () => {
  const taken: Buffer[] = []
  const waiting: (() => void)[] = []
  const stream = new Writable({
    write: (chunk: Buffer, _, done) => {
      taken.push(Buffer.from(chunk))
      waiting.push(done)
    },
  })
  return {
    stream,
    takeNext: () => waiting.shift()?.(),
    takeAll: () => {
      for (let done = waiting.shift(); done !== undefined; done = waiting.shift()) done()
    },
    text: () => Buffer.concat(taken).toString('latin1'),
  }
}

const frames = fc.array(fc.oneof(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 15_000, max: 40_000 })), {
  minLength: 1,
  maxLength: 60,
})

it('every frame arrives whole and in order, however the network takes them', () => {
  fc.assert(
    fc.property(frames, fc.array(fc.boolean(), { maxLength: 60 }), (lengths, takes) => {
      const connection = openConnection()
      const backlog = createBacklog(connection.stream)
      let sent = ''
      for (const [at, length] of lengths.entries()) {
        const text = String.fromCharCode(97 + (at % 26)).repeat(length)
        sent += text
        backlog.write(Buffer.from(text))
        if (takes[at] === true) connection.takeNext()
      }
      // What the product holds is what was sent and not yet taken, each byte once.
      expect(connection.stream.writableLength + backlog.bytes()).toBeLessThanOrEqual(sent.length)
      connection.takeAll()
      expect(connection.text()).toBe(sent)
      expect(backlog.bytes()).toBe(0)
    }),
  )
})

it('a console that is cut off is written nothing more, and its memory is free', () => {
  const connection = openConnection()
  const backlog = createBacklog(connection.stream)
  for (const text of ['first', 'second', 'third', 'fourth']) backlog.write(Buffer.from(text))
  expect(backlog.bytes()).toBe('third'.length + 'fourth'.length)
  backlog.close()
  expect(backlog.bytes()).toBe(0)
  connection.takeAll()
  backlog.write(Buffer.from('fifth'))
  expect(connection.text()).toBe('firstsecond')
})
