import { request } from 'node:http'
import { api } from '@heatfleet/contract/api.ts'
import { type Call, createClient } from '@heatfleet/contract/client.ts'
import { API_PREFIX, CONSOLE_APPLICATION_KEY } from '@heatfleet/contract/endpoint.ts'
import { FIFTY_HOSTILE_SHEETS } from '@heatfleet/contract/test/hostile-sheets.ts'
import type { Checks } from '../faults/checks.ts'
import { residentMb } from '../faults/processes.ts'
import { clientOf, signIn } from '../faults/stored.ts'
import { ADMIN_PASSWORD, startProduct } from '../product.ts'
import { type RawAnswer, rawCall } from './raw-call.ts'

/** Accounts that send hostile files at the same time. */
const SENDERS = 3
const SMALL_MAX_MS = 2_000
const GROWTH_MAX_MB = 50
const SAMPLE_MS = 50
/** Hostile files that have a place of their own; ten rounds send all of them. */
const FILES_A_ROUND = Math.ceil(FIFTY_HOSTILE_SHEETS.length / 10)
/** Some hold nothing but a plain small sheet beside what is hostile and is not read at all. */
const OUTCOMES = ['sheet_too_large', 'sheet_unreadable', 'sheets_waiting', 'ok']
const SMALL = Buffer.from('set,code,name\nA,E01,Flow sensor\n')

/**
 * Files made to take memory and time, sent by accounts that may import lists, some of which hang up at once; meanwhile an
 * administrator has a small file read again and again.
 */
export const attackSheets = async ({ rounds, checks }: { rounds: number; checks: Checks }): Promise<void> => {
  const product = await startProduct({ mode: 'serve' })
  try {
    // Made before: packing 600 MB keeps this process from measuring anything.
    const files = FIFTY_HOSTILE_SHEETS.slice(0, rounds * FILES_A_ROUND).map(({ name, make }) => ({
      name,
      content: make(),
    }))
    const admin = await signIn(product.url)
    const senders = await makeSenders(clientOf(product.url, admin), product.url)
    await readSmall(product.url, admin)
    const { pid } = product.process
    if (pid === undefined) throw new Error('the product does not run')
    const before_mb = residentMb(pid)
    let most_mb = before_mb
    const sampler = setInterval(() => {
      most_mb = Math.max(most_mb, residentMb(pid))
    }, SAMPLE_MS)
    const small = readSmallMeanwhile(product.url, admin)
    const outcomes = await sendHostile(product.url, senders, files)
    const grown_mb = most_mb - before_mb
    const took_ms = await small.stop()
    clearInterval(sampler)
    const slowest_ms = Math.max(...took_ms)
    const wrong = outcomes.filter(({ outcome }) => !OUTCOMES.includes(outcome))
    checks.note(
      `${outcomes.length} hostile files by ${SENDERS} accounts: ${OUTCOMES.map((code) => `${outcomes.filter(({ outcome }) => outcome === code).length} ${code}`).join(', ')};` +
        ` the console ${before_mb} MB, at most ${most_mb}; ${took_ms.length} small files meanwhile, slowest ${slowest_ms.toFixed(0)} ms`,
    )
    checks.expect(
      'each hostile file is refused, or read without what is hostile',
      wrong.length === 0,
      wrong.map(({ name, outcome }) => `${name}: ${outcome}`).join('; '),
    )
    checks.expect(`the console grows by ${GROWTH_MAX_MB} MB at most`, grown_mb <= GROWTH_MAX_MB, `${grown_mb} MB`)
    checks.expect(
      `a small file is read within ${SMALL_MAX_MS / 1_000} s`,
      took_ms.length > 0 && slowest_ms <= SMALL_MAX_MS,
      `${slowest_ms.toFixed(0)} ms, ${took_ms.length} files`,
    )
  } finally {
    await product.stop()
  }
}

/** Accounts that may import fault codes, by their tokens. */
const makeSenders = async (admin: Call, url: string): Promise<string[]> => {
  const { role_id } = await admin(api.createRole, {
    body: {
      role_name: 'Lists',
      level: 'manufacturer',
      permissions: ['faultcode:view', 'faultcode:edit'],
      data_scope: 'all',
    },
  })
  const { list } = await admin(api.resourceGroupList, { body: { grantable: true } })
  const resource_group_id = list.find(({ everything }) => everything)?.group_id ?? 0
  const tokens: string[] = []
  for (let at = 0; at < SENDERS; at += 1) {
    const user_name = `lists-${at}`
    const password = `First-Warm-${at}`
    await admin(api.accountCreate, {
      body: {
        user_name,
        email: `${user_name}@example.com`,
        phone: null,
        role_id,
        resource_group_id,
        agent_id: null,
        password,
      },
    })
    const first = await createClient({ base_url: url, token: () => null })(api.login, { body: { user_name, password } })
    await clientOf(url, first.token)(api.modifyPassword, {
      body: { old_password: password, new_password: ADMIN_PASSWORD },
    })
    tokens.push(await signIn(url, user_name))
  }
  return tokens
}

const bodyOf = (content: Buffer): string =>
  JSON.stringify({ file_name: 'list.xlsx', content: content.toString('base64') })

const read = (url: string, token: string, content: Buffer): Promise<RawAnswer> =>
  rawCall(url, api.faultImportRead.path, {
    headers: { token, 'content-type': 'application/json' },
    body: bodyOf(content),
  })

const readSmall = async (url: string, token: string): Promise<number> => {
  const began_ms = performance.now()
  const { outcome } = await read(url, token, SMALL)
  if (outcome !== 'ok') throw new Error(`a small file was refused: ${outcome}`)
  return performance.now() - began_ms
}

const readSmallMeanwhile = (url: string, token: string): { stop: () => Promise<number[]> } => {
  let is_over = false
  const reading = (async () => {
    const took_ms: number[] = []
    while (!is_over) took_ms.push(await readSmall(url, token))
    return took_ms
  })()
  return {
    stop: () => {
      is_over = true
      return reading
    },
  }
}

/** Sends a file and hangs up as soon as it is on its way. */
const sendAndHangUp = (url: string, token: string, content: Buffer): Promise<void> =>
  new Promise((resolve) => {
    const sent = request(`${url}${API_PREFIX}${api.faultImportRead.path}`, {
      method: 'POST',
      headers: { key: CONSOLE_APPLICATION_KEY, token, 'content-type': 'application/json' },
    })
    sent.on('error', () => {})
    sent.on('close', () => resolve())
    sent.end(bodyOf(content), () => sent.destroy())
  })

type Hostile = { name: string; content: Buffer }
type Sent = { name: string; outcome: string }

/** Every account sends its share; each third file is sent once more before, by a caller who hangs up. */
const sendHostile = async (url: string, tokens: readonly string[], left: readonly Hostile[]): Promise<Sent[]> => {
  const outcomes: Sent[] = []
  let next = 0
  const sendShare = async (token: string): Promise<void> => {
    for (let at = next++; at < left.length; at = next++) {
      const file = left[at]
      if (file === undefined) return
      const { content } = file
      if (at % 3 === 0) await sendAndHangUp(url, token, content)
      outcomes.push({ name: file.name, outcome: (await read(url, token, content)).outcome })
    }
  }
  await Promise.all(tokens.map(sendShare))
  return outcomes
}
