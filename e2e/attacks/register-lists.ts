import { readFileSync } from 'node:fs'
import { api } from '@heatfleet/contract/api.ts'
import { createClient } from '@heatfleet/contract/client.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { ProductBasics } from '@heatfleet/contract/products/products.ts'
import type { Checks } from '../faults/checks.ts'
import { ADMIN_PASSWORD, startProduct } from '../product.ts'
import { LIST_FILES, type ListFile, makeList } from './made-lists.ts'
import { createRandom } from './seeded.ts'

/** Rows of one sheet below its titles, and sheets for each round; ten rounds are the quality plan's million rows. */
const ROWS = LIMITS.import_rows_max - 1
const SHEETS_A_ROUND = 5
/** Target: a result for each of 10,000 rows in 5 s. */
const TEN_THOUSAND_MAX_MS = 5_000
const RSS_MAX_MB = 256
const KEY = 'lists'

/** B8: real-world register lists with wrong cells and encodings: a result for every row, all or nothing. */
export const attackRegisterLists = async ({ rounds, checks }: { rounds: number; checks: Checks }): Promise<void> => {
  const product = await startProduct({ mode: 'serve' })
  const random = createRandom(8)
  let token: string | null = null
  const call = createClient({ base_url: product.url, token: () => token })
  try {
    token = (await call(api.login, { body: { user_name: 'admin', password: ADMIN_PASSWORD } })).token
    await call(api.productCreate, { body: { product_key: KEY, basics: BASICS } })
    const params = { product_key: KEY }
    const checkList = async (rows: number, kind: ListFile) => {
      const { bytes, file_name, names } = await makeList(random, rows, kind)
      const file = { file_name, content: Buffer.from(bytes).toString('base64') }
      const began = Date.now()
      const { mapping } = await call(api.productImportRead, { body: file })
      const answer = await call(api.productImportCheck, { params, body: { ...file, mapping } })
      const took_ms = Date.now() - began
      const misread = names?.filter((name, at) => answer.rows[at]?.name !== name).length ?? 0
      return { ask: { ...file, mapping }, ...answer, took_ms, misread }
    }
    const rss = watchRss(product.process.pid)
    for (const kind of LIST_FILES) {
      const { rows, took_ms } = await checkList(10_000, kind)
      checks.expect(
        `10,000 rows (${kind}) have their verdicts within ${TEN_THOUSAND_MAX_MS} ms`,
        took_ms <= TEN_THOUSAND_MAX_MS && rows.length === 10_000,
        `${rows.length} verdicts in ${took_ms} ms`,
      )
    }
    let [tried, checked, misread] = [0, 0, 0]
    for (let n = 0; n < rounds * SHEETS_A_ROUND; n++) {
      const answer = await checkList(ROWS, LIST_FILES[n % LIST_FILES.length] ?? 'utf8')
      tried += ROWS
      checked += answer.rows.length
      misread += answer.misread
      if (n > 0) continue
      const refusal = await call(api.productImportApply, {
        params,
        body: { ...answer.ask, revision: answer.revision },
      }).then(
        () => 'taken',
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      )
      const { points } = await call(api.productDraft, { params })
      checks.expect(
        'a list with errors is taken whole or not at all',
        points.length === 0,
        `${refusal}, ${points.length} points`,
      )
    }
    const rss_mb = rss.stop()
    checks.expect('every row of every list has a verdict', checked === tried, `tried ${tried} rows, judged ${checked}`)
    checks.expect('every name comes out as it went in', misread === 0, `tried ${tried}, misread ${misread}`)
    checks.expect(
      `reading them takes at most ${RSS_MAX_MB} MB more`,
      rss_mb <= RSS_MAX_MB,
      `${Math.round(rss_mb)} MB more`,
    )
  } finally {
    await product.stop()
  }
}

const BASICS: ProductBasics = {
  name: 'Lists',
  english_name: '',
  category: 'other',
  description: '',
  data_type: 'registers',
  topology: 'direct',
  network_type: ['wifi'],
  solution: '',
  platforms: ['web'],
  bind_limit: 1,
}

/** Sampling interval of the memory, ms. */
const LOOK_MS = 50

/** Watches the resident memory of a process; `stop` returns its maximum growth, MB. */
const watchRss = (pid: number | undefined) => {
  const before_mb = rssOf(pid)
  let most_mb = before_mb
  const timer = setInterval(() => {
    most_mb = Math.max(most_mb, rssOf(pid))
  }, LOOK_MS)
  return {
    stop: (): number => {
      clearInterval(timer)
      return most_mb - before_mb
    },
  }
}

/** Resident memory of a process, MB. */
const rssOf = (pid: number | undefined): number => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1024
}
