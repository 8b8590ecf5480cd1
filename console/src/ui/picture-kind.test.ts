import { expect, it } from 'vitest'
import { pictureKindOf } from './picture-kind.ts'

const hex = (bytes: string) => Buffer.from(bytes, 'hex')

it.each([
  ['a PNG', hex('89504e470d0a1a0a0000000d49484452'), 'image/png'],
  ['a JPEG', hex('ffd8ffe000104a4649460001'), 'image/jpeg'],
  ['a JPEG of a camera', hex('ffd8ffe1a2c0457869660000'), 'image/jpeg'],
  ['a WebP', Buffer.concat([Buffer.from('RIFF'), hex('0d0a1b2c'), Buffer.from('WEBPVP8 ')]), 'image/webp'],
  ['a PNG whose lines a mail program changed', hex('89504e470a1a0a0000000d49'), null],
  ['a sound in the frame of a WebP', Buffer.concat([Buffer.from('RIFF'), hex('24000000'), Buffer.from('WAVE')]), null],
  ['a GIF', Buffer.from('GIF89a\u0001\u0000\u0001\u0000'), null],
  ['a drawing that can hold a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg">'), null],
  ['a page', Buffer.from('<!doctype html><title>PNG'), null],
  ['the name of a PNG alone', Buffer.from('PNG'), null],
  ['nothing', Buffer.alloc(0), null],
])('%s is recognised by its bytes', async (_, bytes, kind) => {
  const claimed = 'image/png'
  expect(await pictureKindOf(new File([bytes], 'face.png', { type: claimed }))).toBe(kind)
})
