import { expect, it } from 'vitest'
import { pngUrl } from './png-url.ts'

const PREFIX = 'data:image/png;base64,'

/** The broken rule of an address, or `ok`. */
const ruleOf = (text: string): string => {
  const issue = pngUrl(300).safeParse(text).error?.issues[0]
  if (issue === undefined) return 'ok'
  return issue.code === 'custom' ? issue.message : issue.code
}

it.each([
  ['letters of a picture', `${PREFIX}iVBORw0KGgo=`, 'ok'],
  ['as many as the picture may have bytes', `${PREFIX}${'A'.repeat(400)}`, 'ok'],
  ['more than that', `${PREFIX}${'A'.repeat(412)}`, 'too_big'],
  ['nothing', '', 'image_invalid'],
  ['no letters', PREFIX, 'image_invalid'],
  ['another kind', 'data:image/svg+xml;base64,PHN2Zz4=', 'image_invalid'],
  ['a page elsewhere', 'https://elsewhere.example/face.png', 'image_invalid'],
  ['letters that are none of base64', `${PREFIX}<img src=x>`, 'image_invalid'],
  ['something before it', ` ${PREFIX}iVBORw0KGgo=`, 'image_invalid'],
  ['something after it', `${PREFIX}iVBORw0KGgo=" onload="alert(1)`, 'image_invalid'],
])('the address of a picture: %s', (_, text, rule) => {
  expect(ruleOf(text)).toBe(rule)
})
