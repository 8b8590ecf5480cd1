import { expect, it } from 'vitest'
import { browserOf } from './user-agent.ts'

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)'
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'

it.each([
  [`${WINDOWS} Chrome/140.0.0.0 Safari/537.36`, 'Chrome 140', 'Windows'],
  [`${WINDOWS} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`, 'Edge 140', 'Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox 145', 'Linux'],
  [`${IPHONE} Version/19.0 Mobile/15E148 Safari/604.1`, 'Safari 19', 'iPhone'],
  [`${IPHONE} CriOS/140.0 Mobile/15E148 Safari/604.1`, 'Chrome 140', 'iPhone'],
  ['Mozilla/5.0 (Linux; Android 15; SM-S921B) Chrome/140.0 Mobile Safari/537.36', 'Chrome 140', 'Android'],
  ['curl/8.5.0', '', ''],
  ['', '', ''],
])('%s is %s on %s', (user_agent, browser, system) => {
  expect(browserOf(user_agent)).toEqual({ browser, system })
})
