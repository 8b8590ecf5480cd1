import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { examplePayload, WEBHOOK_EVENTS, WEBHOOK_NEEDS, WebhookPayload } from '@heatfleet/contract/webhooks/payload.ts'
import { afterAll, expect, it } from 'vitest'
import { signatureOf } from '../notification-policies/public.ts'

const document = readFileSync(new URL('../../../../docs/webhooks.md', import.meta.url), 'utf8')
const codeIn = (language: string): string =>
  new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(document)?.[1] ?? ''
const folder = mkdtempSync(join(tmpdir(), 'heatfleet-webhooks-'))
afterAll(() => rmSync(folder, { recursive: true }))

const BODY = JSON.stringify({ ...examplePayload, device: { ...examplePayload.device, device_name: 'Dom Łódź 热泵' } })
const NOW_S = 1_795_168_800
const other = signatureOf('other', BODY, NOW_S).split(',')[1]
const CASES = [
  { name: 'genuine', secret: 'key', header: signatureOf('key', BODY, NOW_S), body: BODY, at: NOW_S, is: true },
  { name: 'old', secret: 'key', header: signatureOf('key', BODY, NOW_S), body: BODY, at: NOW_S + 301, is: false },
  {
    name: 'of the future',
    secret: 'key',
    header: signatureOf('key', BODY, NOW_S),
    body: BODY,
    at: NOW_S - 301,
    is: false,
  },
  { name: 'changed', secret: 'key', header: signatureOf('key', BODY, NOW_S), body: `${BODY} `, at: NOW_S, is: false },
  { name: 'of another', secret: 'key', header: signatureOf('other', BODY, NOW_S), body: BODY, at: NOW_S, is: false },
  {
    name: 'rotated',
    secret: 'other',
    header: `${signatureOf('key', BODY, NOW_S)},${other}`,
    body: BODY,
    at: NOW_S,
    is: true,
  },
  { name: 'empty', secret: 'key', header: '', body: BODY, at: NOW_S, is: false },
  { name: 'without a time', secret: 'key', header: 't=x,v1=00', body: BODY, at: NOW_S, is: false },
]
writeFileSync(join(folder, 'cases.json'), JSON.stringify(CASES))

it('the example in Node accepts what is genuine and refuses the rest', () => {
  writeFileSync(join(folder, 'verify.mjs'), codeIn('js'))
  writeFileSync(
    join(folder, 'try.mjs'),
    `import { readFileSync } from 'node:fs'
import { isGenuine } from './verify.mjs'
const cases = JSON.parse(readFileSync(new URL('cases.json', import.meta.url), 'utf8'))
console.log(JSON.stringify(cases.map(({ secret, header, body, at }) => isGenuine(secret, header, body, at))))`,
  )
  expect(JSON.parse(execFileSync(process.execPath, [join(folder, 'try.mjs')], { encoding: 'utf8' }))).toEqual(
    CASES.map(({ is }) => is),
  )
})

it('the example in Python accepts what is genuine and refuses the rest', () => {
  writeFileSync(join(folder, 'verify.py'), codeIn('python'))
  writeFileSync(
    join(folder, 'try.py'),
    `import json, pathlib
from verify import is_genuine
cases = json.loads((pathlib.Path(__file__).parent / 'cases.json').read_text())
print(json.dumps([is_genuine(c['secret'], c['header'], c['body'].encode(), c['at']) for c in cases]))`,
  )
  expect(JSON.parse(execFileSync('python3', [join(folder, 'try.py')], { encoding: 'utf8' }))).toEqual(
    CASES.map(({ is }) => is),
  )
})

it('every event and the right it needs are documented, and the body shown is true to the schema', () => {
  for (const event of WEBHOOK_EVENTS)
    expect(document.split('\n').find((line) => line.includes(`\`${event}\``) && line.includes('|'))).toContain(
      `\`${WEBHOOK_NEEDS[event]}\``,
    )
  expect(WebhookPayload.parse(JSON.parse(codeIn('json')))).toEqual(examplePayload)
})
