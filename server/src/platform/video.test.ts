import { expect, it } from 'vitest'
import { mp4, webm } from '../../test/video.ts'
import { videoTypeOf } from './video.ts'

it.each([
  ['an MP4', mp4('isom'), 'video/mp4'],
  ['what an iPhone records', mp4('qt  '), 'video/quicktime'],
  ['a WebM', webm(), 'video/webm'],
  ['Matroska of another kind', Buffer.concat([webm().subarray(0, 20), Buffer.from('matroska')]), null],
  ['an MP4 that was cut', mp4('isom').subarray(0, -1), null],
  ['an MP4 with something behind it', Buffer.concat([mp4('isom'), Buffer.from('<script>')]), null],
  ['the head of an MP4 alone', mp4('isom').subarray(0, 16), null],
  ['a page', Buffer.from('<html><video></video></html>'), null],
  ['nothing', Buffer.alloc(0), null],
])('%s', (_, bytes, type) => {
  expect(videoTypeOf(bytes)).toBe(type)
})
