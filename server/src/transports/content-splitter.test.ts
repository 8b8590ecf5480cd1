import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createContentSplitter } from './content-splitter.ts'

/** The text with `NAME` in place of the content, and the content; the text comes in pieces of these sizes. */
const split = (json: string, sizes: readonly number[] = [json.length]): { text: string; content: string } => {
  let [text, content] = ['', '']
  const push = createContentSplitter({
    text: (piece) => (text += piece.toString('latin1')),
    content: (piece) => (content += piece.toString('latin1')),
    contentEnd: () => (text += 'NAME'),
  })
  const bytes = Buffer.from(json)
  for (let at = 0, n = 0; at < bytes.length; n += 1) {
    const size = Math.max(1, sizes[n % sizes.length] ?? 1)
    push(bytes.subarray(at, at + size))
    at += size
  }
  return { text: Buffer.from(text, 'latin1').toString(), content }
}

describe('the content of a JSON text', () => {
  it.each([
    ['{"content":"QUJD"}', '{"content":"NAME"}', 'QUJD'],
    ['{"file_name":"a","content" : "QUJD","sheet":null}', '{"file_name":"a","content" : "NAME","sheet":null}', 'QUJD'],
    ['{ "mapping": {"columns":{"a":1}}, "content":"" }', '{ "mapping": {"columns":{"a":1}}, "content":"NAME" }', ''],
    // Neither a value, nor a key of an inner object, nor a part of a key or of a text is taken for it.
    ['{"a":"content","b":"QUJD"}', '{"a":"content","b":"QUJD"}', ''],
    ['{"a":{"content":"QUJD"}}', '{"a":{"content":"QUJD"}}', ''],
    ['{"a":[{"content":"QUJD"}],"b":1}', '{"a":[{"content":"QUJD"}],"b":1}', ''],
    ['{"contents":"QUJD","conten":"QUJD"}', '{"contents":"QUJD","conten":"QUJD"}', ''],
    ['{"a":"\\",\\"content\\":\\"QUJD"}', '{"a":"\\",\\"content\\":\\"QUJD"}', ''],
    ['{"a":"\\\\","content":"QUJD"}', '{"a":"\\\\","content":"NAME"}', 'QUJD'],
    ['{"content":7,"content":null}', '{"content":7,"content":null}', ''],
    ['{"content":"QUJD","content":"RA=="}', '{"content":"NAME","content":"RA=="}', 'QUJD'],
  ])('%s', (json, text, content) => {
    for (const sizes of [[json.length], [1], [2, 3]]) expect(split(json, sizes)).toEqual({ text, content })
  })

  it('is found in any object, in whatever pieces it comes', () => {
    const others = fc.dictionary(fc.string(), fc.jsonValue())
    fc.assert(
      fc.property(others, fc.base64String(), fc.array(fc.nat(40), { minLength: 1 }), (fields, content, sizes) => {
        const { content: _, ...rest } = fields
        const found = split(JSON.stringify({ ...rest, content }, null, 1), sizes)
        expect(found.content).toBe(content)
        expect(JSON.parse(found.text)).toEqual(JSON.parse(JSON.stringify({ ...rest, content: 'NAME' })))
      }),
    )
  })
})
