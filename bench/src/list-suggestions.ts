import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { exampleProductFile } from '@heatfleet/contract/products/file.ts'
import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import { INSTEAD_OF } from '@heatfleet/contract/products/semantic-tags.ts'
import { INITIAL_SETTINGS } from '@heatfleet/contract/products/settings.ts'
import type { KnownFault, Suggestion } from '@heatfleet/contract/products/suggestions/suggestion.ts'
import { isSure, suggestionsFor } from '@heatfleet/contract/products/suggestions/suggestions.ts'
import { DRAWING_TAGS } from '@heatfleet/contract/products/suggestions/tag-rules.ts'
import { TAG_TRUTH, type TagTruth } from './tag-truth.ts'

/** Suggestions of a list held against its truth: the sure ones, and the tags of the drawing that the list has. */
type SuggestionScore = {
  sure: number
  wrong: string[]
  drawing: number
  drawn: number
  /** Tags of the list at all, and those found for sure. */
  tags: number
  tagged: number
  missed: string[]
}

const KINDS: ReadonlySet<Suggestion['kind']> = new Set(['tag', 'alarm', 'counter'])

/** Imports each list of a folder whose meaning is written down, and compares what is suggested with it. */
export const measureSuggestions = async (
  call: Call,
  from: string,
  say: (line: string) => void,
): Promise<Record<string, SuggestionScore>> => {
  const known = (await call(api.faultCodeList, { query: { pageNo: 1, size: LIMITS.page_size_max } })).list
  const scores: Record<string, SuggestionScore> = {}
  say(HEAD)
  for (const file of readdirSync(from)) {
    const name = file.replace(/\.[^.]+$/, '')
    const truth = TAG_TRUTH[name]
    if (truth === undefined || file.endsWith('.truth.csv')) continue
    const score = scoreOf(await pointsOf(call, join(from, file), file, name), known, truth)
    scores[name] = score
    say(lineOf(name, score))
    for (const text of [...score.wrong.map((one) => `wrong: ${one}`), ...score.missed]) say(`    ${text}`)
  }
  return scores
}

/** The points of a list, read with the first answer to each of its questions, without what it says of their meaning. */
const pointsOf = async (call: Call, path: string, file: string, name: string): Promise<DataPoint[]> => {
  const params = { product_key: `suggest-${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`.slice(0, 40) }
  await call(api.productCreate, {
    body: { ...params, basics: { ...exampleProductFile.basics, name: params.product_key, english_name: '' } },
  })
  const sheet = { file_name: file, content: readFileSync(path).toString('base64') }
  const answers: Record<string, string> = {}
  for (;;) {
    const reading = { answers }
    const look = await call(api.productImportRead, { body: { ...sheet, reading } })
    const body = { ...sheet, mapping: look.mapping, reading }
    const checked = await call(api.productImportCheck, { params, body })
    const open = checked.questions.filter(({ answer }) => answer === null)
    for (const { id, options } of open) answers[id] = options[0]?.value ?? ''
    if (open.length > 0) continue
    const left_out = checked.rows.flatMap(({ row, verdict }) => (verdict === 'error' ? [row] : []))
    await call(api.productImportApply, { params, body: { ...body, left_out, revision: checked.revision } })
    const { points } = await call(api.productDraft, { params })
    return points.map((point) => ({ ...point, tag: null, alarm: false, accumulate: false, fault: null }))
  }
}

/** Holds the suggestions for points against the truth of their list. */
export const scoreOf = (
  points: readonly DataPoint[],
  known: readonly KnownFault[],
  truth: TagTruth,
): SuggestionScore => {
  const suggestions = suggestionsFor({ points, settings: INITIAL_SETTINGS }, known)
  const nameOf = new Map(points.map(({ key, names }) => [key, names.en]))
  const said = (one: Suggestion): string => nameOf.get(one.key ?? '') ?? ''
  const sure = suggestions.filter((one) => isSure(one) && KINDS.has(one.kind))
  const isRight = (one: Suggestion): boolean => isNamed(said(one), expectedOf(one, truth))
  const right_tags = new Set(sure.flatMap((one) => (one.kind === 'tag' && isRight(one) ? one.tag : [])))
  const tags = Object.keys(truth.tags) as (keyof typeof truth.tags)[] // the keys of the table
  const drawing = DRAWING_TAGS.flatMap((tag) =>
    [tag, INSTEAD_OF[tag] ?? tag].filter((one) => truth.tags[one] !== undefined).slice(0, 1),
  )
  return {
    sure: sure.length,
    wrong: sure.filter((one) => !isRight(one)).map((one) => `${one.kind === 'tag' ? one.tag : one.kind} ${said(one)}`),
    drawing: drawing.length,
    drawn: drawing.filter((tag) => right_tags.has(tag)).length,
    tags: tags.length,
    tagged: tags.filter((tag) => right_tags.has(tag)).length,
    missed: drawing
      .filter((tag) => !right_tags.has(tag))
      .map((tag) => {
        const weak = suggestions.find((one) => one.kind === 'tag' && one.tag === tag)
        return `not accepted: ${tag}${weak === undefined ? '' : ` (${weak.certainty}: ${said(weak)})`}`
      }),
  }
}

const expectedOf = (one: Suggestion, { tags, alarms, counters }: TagTruth): string => {
  if (one.kind === 'tag') return tags[one.tag] ?? ''
  return one.kind === 'alarm' ? alarms : counters
}

/** Names compare without blanks at the ends and kinds of the same characters; `*` stands for any. */
const isNamed = (name: string, patterns: string): boolean =>
  patterns
    .split('|')
    .filter((pattern) => pattern !== '')
    .some((pattern) => {
      const parts = pattern.split('*').map((part) => plain(part).replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`))
      return new RegExp(`^${parts.join('.*')}$`).test(plain(name))
    })

const plain = (text: string): string => text.normalize('NFKC').replaceAll(/\s+/g, ' ').trim().toLowerCase()

/** Sums of all lists, %. */
export const totalsOf = (scores: readonly SuggestionScore[]) => {
  const sum = (of: (score: SuggestionScore) => number) => scores.reduce((total, score) => total + of(score), 0)
  const share = (part: number, whole: number) => (whole === 0 ? 100 : Math.round((1000 * part) / whole) / 10)
  const sure = sum((score) => score.sure)
  return {
    precision: share(sure - sum(({ wrong }) => wrong.length), sure),
    drawing_recall: share(
      sum(({ drawn }) => drawn),
      sum(({ drawing }) => drawing),
    ),
    tag_recall: share(
      sum(({ tagged }) => tagged),
      sum(({ tags }) => tags),
    ),
    sure,
  }
}

const HEAD = `\n${'suggestions'.padEnd(34)} sure  wrong  drawing tags  all tags`

const lineOf = (name: string, { sure, wrong, drawing, drawn, tags, tagged }: SuggestionScore): string =>
  [
    name.padEnd(34),
    String(sure).padStart(4),
    String(wrong.length).padStart(6),
    `${drawn} of ${drawing}`.padStart(13),
    `${tagged} of ${tags}`.padStart(9),
  ].join(' ')
