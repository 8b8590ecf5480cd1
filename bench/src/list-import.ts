import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { exampleProductFile } from '@heatfleet/contract/products/file.ts'
import type { ImportQuestion } from '@heatfleet/contract/products/import.ts'
import { LARGE_ROWS, measureLargeList } from './large-list.ts'
import { measureSuggestions, totalsOf } from './list-suggestions.ts'
import { type Comparison, compareWithTruth, type Truth, truthOf } from './list-truth.ts'
import { type Place, signIn, withProduct } from './product.ts'
import { atLeast, atMost, describeMachine } from './result.ts'

/** Answers a person gives at most to one list. */
const QUESTIONS_MAX = 5
const PRODUCT = 'import-bench'

type Original = { name: string; file: string; truth: Truth[] }

/**
 * Register lists as published: each list of a folder is imported beside its truth (`<name>.truth.csv`), first as it is, then
 * after its questions are answered as the truth has it, the one that decides most rows first. Refuses no list: what cannot be
 * read counts as refused. Then what is suggested for the points of lists whose meaning is written down.
 */
export const measureListImport = ({ from }: { from: string }, place: Place, say: (line: string) => void) =>
  withProduct(place, {}, async (product) => {
    const { call } = await signIn(product.url, 'admin')
    await call(api.productCreate, {
      body: { product_key: PRODUCT, basics: { ...exampleProductFile.basics, name: PRODUCT, english_name: PRODUCT } },
    })
    say(HEAD)
    const lists: Record<string, object> = {}
    const totals = { rows: 0, right: 0, wrong: 0, refused: 0, short: 0 }
    for (const original of originalsOf(from)) {
      const outcome = await importOne(call, from, original)
      const { first, after, kinds, answers } = outcome
      say(lineOf(original.name, outcome))
      for (const text of after.wrong.slice(0, 5)) say(`    ${text}`)
      const reasons = Object.entries(after.reasons).map(([reason, count]) => `${count} ${reason}`)
      if (reasons.length > 0) say(`    refused: ${reasons.join(', ')}`)
      lists[original.name] = {
        rows: after.rows,
        without_choice: first.right,
        after_questions: after.right,
        wrong_silently: first.wrong.length + after.wrong.length,
        told: after.told,
        refused: after.refused + after.missing,
        questions: kinds,
        answers,
      }
      totals.rows += after.rows
      totals.right += after.right
      totals.wrong += first.wrong.length + after.wrong.length
      totals.refused += after.refused + after.missing
      if (after.right < after.rows * 0.95) totals.short++
    }
    say(
      `total: ${totals.right} of ${totals.rows} rows right, ${totals.wrong} wrong silently, ${totals.refused} refused`,
    )
    const large = await measureLargeList(call, { product_key: PRODUCT, pid: product.pid })
    say(
      `${large.rows} rows: read in ${large.read_s} s with ${large.read_grown_mb} MB more in all processes, validated in ${large.check_s} s with ${large.check_grown_mb} MB more`,
    )
    const suggestions = await measureSuggestions(call, from, say)
    const totals_of_suggestions = totalsOf(Object.values(suggestions))
    say(
      `total: ${totals_of_suggestions.sure} accepted by default, ${totals_of_suggestions.precision} % right; ` +
        `${totals_of_suggestions.drawing_recall} % of the drawing’s tags, ${totals_of_suggestions.tag_recall} % of all`,
    )
    return {
      workload: 'import',
      machine: await describeMachine(product.client),
      lists,
      large,
      suggestions: { totals: totals_of_suggestions, lists: suggestions },
      outcomes: [
        atLeast('suggestions accepted by default that are right, %', totals_of_suggestions.precision, 98),
        atLeast('tags of the drawing found for sure, %', totals_of_suggestions.drawing_recall, 90),
        atMost('rows wrong without a word', totals.wrong, 0),
        atMost('lists with less than 95 % of rows right', totals.short, 0),
        atMost('seconds until a list of 20,000 rows is read', large.read_s, 5),
        atMost('memory to read a list of 20,000 rows, MB more', large.read_grown_mb, 100),
        atMost('memory to validate a list of 20,000 rows, MB more', large.check_grown_mb, 100),
        atLeast('rows of the longest list', large.rows, LARGE_ROWS),
        atLeast('lists tried', Object.keys(lists).length, 1),
      ],
    }
  })

/** Lists with a truth beside them; one list may have several, of one map each. */
const originalsOf = (from: string): Original[] => {
  const files = readdirSync(from)
  return files
    .filter((file) => file.endsWith('.truth.csv'))
    .flatMap((truth) => {
      const name = truth.slice(0, -'.truth.csv'.length)
      const [file] = files
        .filter((one) => /\.(?:csv|tsv|txt|xlsx|md)$/i.test(one) && !one.endsWith('.truth.csv'))
        .filter((one) => name.startsWith(one.replace(/\.[^.]+$/, '')))
        .toSorted((a, b) => b.length - a.length)
      return file === undefined ? [] : [{ name, file, truth: truthOf(readFileSync(join(from, truth), 'utf8')) }]
    })
}

type Answers = Record<string, string>
type Imported = { comparison: Comparison; questions: ImportQuestion[] }
type Outcome = { first: Comparison; after: Comparison; kinds: number; answers: number }

const importOne = async (call: Call, from: string, { file, truth }: Original): Promise<Outcome> => {
  const sheet = { file_name: file, content: readFileSync(join(from, file)).toString('base64') }
  const tryWith = async (answers: Answers): Promise<Imported> => {
    const reading = { answers }
    try {
      const look = await call(api.productImportRead, { body: { ...sheet, reading } })
      const body = { ...sheet, mapping: look.mapping, reading }
      const { rows, questions } = await call(api.productImportCheck, { params: { product_key: PRODUCT }, body })
      return { comparison: compareWithTruth(rows, truth), questions }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const comparison = compareWithTruth([], truth)
      return { comparison: { ...comparison, reasons: { [error.code]: truth.length } }, questions: [] }
    }
  }
  const answers: Answers = {}
  const first = await tryWith(answers)
  let last = first
  const kinds = new Set<string>()
  for (;;) {
    const [next] = last.questions.filter(({ answer }) => answer === null).toSorted((a, b) => b.rows - a.rows)
    // Codes of types are one form with a field for each code.
    if (next === undefined || (kinds.size >= QUESTIONS_MAX && !kinds.has(next.kind))) break
    kinds.add(next.kind)
    answers[next.id] = await answerByTruth(next, last.questions, answers, tryWith)
    last = await tryWith(answers)
  }
  return { first: first.comparison, after: last.comparison, kinds: kinds.size, answers: Object.keys(answers).length }
}

/** The option under which most rows are right; open questions besides are answered with their first. */
const answerByTruth = async (
  { id, options }: ImportQuestion,
  questions: readonly ImportQuestion[],
  answers: Answers,
  tryWith: (answers: Answers) => Promise<Imported>,
): Promise<string> => {
  const rest = Object.fromEntries(
    questions.filter((one) => one.answer === null).map((one) => [one.id, one.options[0]?.value ?? '']),
  )
  let best = options[0]?.value ?? ''
  let most = -1
  for (const { value } of options) {
    const { right } = (await tryWith({ ...rest, ...answers, [id]: value })).comparison
    if (right > most) [best, most] = [value, right]
  }
  return best
}

const HEAD = `${'list'.padEnd(34)} rows  without a choice  after questions  wrong silently  told  refused  questions (answers)`

const lineOf = (name: string, { first, after, kinds, answers }: Outcome): string =>
  [
    name.padEnd(34),
    String(after.rows).padStart(4),
    String(first.right).padStart(17),
    `${after.right} (${((100 * after.right) / after.rows).toFixed(1)} %)`.padStart(16),
    String(first.wrong.length + after.wrong.length).padStart(15),
    String(after.told).padStart(5),
    String(after.refused + after.missing).padStart(8),
    `${kinds} (${answers})`.padStart(20),
  ].join(' ')
