import { execFileSync } from 'node:child_process'
import { cpus, loadavg, release, totalmem } from 'node:os'
import type pg from 'pg'
import { z } from 'zod'

const SpreadSchema = z.object({ min: z.number(), median: z.number(), max: z.number() })
/** Smallest, middle and largest value of a figure over the turns of a run. */
export type Spread = z.infer<typeof SpreadSchema>

const OutcomeSchema = z.object({ what: z.string(), figure: z.number(), target: z.string(), is_met: z.boolean() })
/** One target, and whether the run met it. */
export type Outcome = z.infer<typeof OutcomeSchema>

/** What every result document in bench/results has; each workload adds its own fields. */
export const Result = z.looseObject({
  workload: z.string(),
  date: z.iso.datetime(),
  machine: z.object({
    cpu: z.string(),
    cores: z.number(),
    memory_gb: z.number(),
    system: z.string(),
    node: z.string(),
    postgres: z.string(),
    /** Commit of the product; `+` = the work tree differed from it. */
    commit: z.string(),
  }),
  /** Load average of one minute before the start and at the end. */
  load: z.object({ before: z.number(), after: z.number() }),
  outcomes: z.array(OutcomeSchema),
})
export type Result = z.infer<typeof Result>

const rounded = (value: number): number => Number(value.toPrecision(3))

/** Three significant digits. Refuses NaN: the figure was not measured. */
export const spreadOf = (values: readonly number[]): Spread => {
  if (values.length === 0 || values.some(Number.isNaN)) throw new RangeError('a figure of a run is no number')
  const sorted = values.toSorted((a, b) => a - b).map(rounded)
  return { min: sorted[0] ?? 0, median: sorted[Math.floor(sorted.length / 2)] ?? 0, max: sorted.at(-1) ?? 0 }
}

/** The spread of every figure of the turns; all turns have the same figures. */
export const spreadsOf = <Turn extends { [Name in keyof Turn]?: number }>(
  turns: readonly Turn[],
): { [Name in keyof Turn]: Spread } => {
  const names = Object.keys(turns[0] ?? {}) as (keyof Turn)[] // The turns' own keys.
  const spreads = names.map((name) => [name, spreadOf(turns.map((turn) => turn[name] ?? Number.NaN))] as const)
  return Object.fromEntries(spreads) as { [Name in keyof Turn]: Spread } // One for each name.
}

/** The value that `percent` of the values do not exceed. */
export const percentile = (values: readonly number[], percent: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil((values.length * percent) / 100) - 1] ?? Number.NaN

/** Counts stay whole: rounded, one lost report of a million would be none. */
const shown = (figure: number): number => (Number.isInteger(figure) ? figure : rounded(figure))

export const atMost = (what: string, figure: number, most: number): Outcome => ({
  what,
  figure: shown(figure),
  target: `<= ${most}`,
  is_met: figure <= most,
})

export const atLeast = (what: string, figure: number, least: number): Outcome => ({
  what,
  figure: shown(figure),
  target: `>= ${least}`,
  is_met: figure >= least,
})

export const loadAverage = (): number => Number((loadavg()[0] ?? 0).toFixed(2))

/** This machine and the measured versions. */
export const describeMachine = async (client: pg.Client): Promise<Result['machine']> => {
  const { rows } = await client.query<{ version: string }>(`select current_setting('server_version') as version`)
  return {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memory_gb: Math.round(totalmem() / 2 ** 30),
    system: `Linux ${release()} ${process.arch}`,
    node: process.version,
    postgres: rows[0]?.version ?? 'unknown',
    commit: commitOf(),
  }
}

const commitOf = (): string => {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8', stdio: 'pipe' }).trim()
  try {
    const is_clean = git('status', '--porcelain', '--untracked-files=no') === ''
    return `${git('rev-parse', '--short', 'HEAD')}${is_clean ? '' : '+'}`
  } catch {
    return 'unknown' // A copy without its history.
  }
}

/** The result as text: every figure in a line of its own, spreads as `median (min..max)`, then the targets. */
export const reportOf = (result: Result): string => {
  const { workload, date, machine, load, outcomes, ...own } = result
  const met = outcomes.filter(({ is_met }) => is_met).length
  return [
    `${workload.toUpperCase()}, ${date}, ${machine.commit}; load ${load.before} -> ${load.after}`,
    `${machine.cpu}, ${machine.cores} cores, ${machine.memory_gb} GB; Node ${machine.node}, PostgreSQL ${machine.postgres}`,
    '',
    ...linesOf(own, ''),
    '',
    ...outcomes.map((one) => `${one.is_met ? 'met   ' : 'MISSED'}  ${one.what}: ${one.figure} (${one.target})`),
    `${met} of ${outcomes.length} targets met`,
  ].join('\n')
}

const linesOf = (value: unknown, indent: string): string[] => {
  if (typeof value !== 'object' || value === null) return [`${indent}${String(value)}`]
  return Object.entries(value).flatMap(([name, one]: [string, unknown]) => {
    const spread = SpreadSchema.safeParse(one).data
    if (spread !== undefined) return [`${indent}${name}: ${spread.median} (${spread.min}..${spread.max})`]
    if (typeof one === 'object' && one !== null) return [`${indent}${name}:`, ...linesOf(one, `${indent}  `)]
    return [`${indent}${name}: ${String(one)}`]
  })
}
