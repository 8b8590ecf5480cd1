import { AMBIENT_BIN_K } from '@heatfleet/contract/analysis/days.ts'
import type { FaultGroup, FaultsAnalysis, VersionsAnalysis } from '@heatfleet/contract/analysis/faults.ts'
import {
  barFigure,
  byId,
  countFigure,
  type FigureMaker,
  hiddenText,
  isFew,
  ofUnits,
  tableFigure,
} from './build-figures.ts'

const MODULES = ['mcu', 'dtu'] as const
type Version = VersionsAnalysis['versions'][number]

/** Which versions run in the field. */
export const versionFigures: FigureMaker<VersionsAnalysis> = (answers, texts) => {
  const { text, product } = texts
  const keyOf = (row: Version) => JSON.stringify([row.product_key, row.hardware_version, row.software_version])
  const unreported = text('versions.unreported')
  return byId([
    tableFigure(
      { id: 'laggards', title: text('versions.laggards'), empty: text('versions.laggards_none') },
      [
        { title: text('scope.product'), cell: product },
        { title: text('versions.module'), cell: ({ module }) => text(`versions.modules.${module}`) },
        { title: text('versions.hardware'), cell: ({ hardware_version }) => hardware_version },
        {
          title: text('versions.firmware'),
          cell: ({ firmware_name, software_version }) => `${firmware_name} ${software_version}`,
        },
        {
          title: text('versions.behind'),
          cell: ({ behind, units }) => ({ number: text('versions.behind_of', { behind, units }) }),
        },
      ],
      answers.flatMap(({ letter, data }) => data.laggards.map((row) => ({ letter, ...row }))),
      { letters: answers.length, texts },
    ),
    ...MODULES.map((module) => {
      const of = answers.map(({ data }) => data.versions.filter((row) => row.module === module))
      const totals = of.map((versions) => versions.reduce((sum, { units }) => sum + units, 0))
      const rows = new Map(of.flat().map((row) => [keyOf(row), row]))
      const one_product = new Set([...rows.values()].map(({ product_key }) => product_key)).size <= 1
      return countFigure(
        {
          id: `versions-${module}`,
          title: `${text('versions.matrix')}: ${text(`versions.modules.${module}`)}`,
          note: ofUnits(totals, texts),
          empty: text('versions.matrix_none'),
          footer: answers
            .flatMap(({ data: { hidden } }) => (hidden.groups === 0 ? [] : text('versions.more', hidden)))
            .join(' '),
        },
        [...rows].map(([key, row]) => ({
          label: [
            ...(one_product ? [] : [product(row)]),
            row.hardware_version || unreported,
            row.software_version || unreported,
            ...(row.behind === true ? [text('versions.behind')] : []),
          ].join(' · '),
          tone: row.behind === true ? ('warn' as const) : ('accent' as const),
          counts: of.map((versions) => versions.find((each) => keyOf(each) === key)?.units ?? 0),
        })),
        totals,
        texts,
      )
    }),
  ])
}

const GROUPS = { products: 'by_product', agents: 'by_agent', firmware: 'by_firmware' } as const
const TONES = { critical: 'bad', major: 'bad', minor: 'warn', info: 'quiet' } as const

/** How often units fail, and where. */
export const faultFigures: FigureMaker<FaultsAnalysis> = (answers, texts) => {
  const { text, number, units, language } = texts
  const codes = [...new Set(answers.flatMap(({ data }) => data.codes.map(({ code }) => code)))]
  const short = answers
    .map(({ letter, data }) => {
      const rate = isFew(data.operating) ? null : data.rate
      const of = `${text('faults.faults')}: ${number(data.faults)} · ${text('faults.rate')}: ${number(rate, 2)} · ${text('faults.mtbf')}: ${number(isFew(data.operating) ? null : data.mtbf_days)} d`
      return answers.length > 1 ? `${letter}: ${of}` : of
    })
    .join('   ')
  const nameOf = (by: keyof typeof GROUPS, group: FaultGroup): string => {
    if (by === 'products') return language === 'zh' || group.english_name === '' ? group.name : group.english_name
    if (group.key === '') return text(by === 'agents' ? 'faults.stock' : 'faults.unreported')
    return group.name
  }
  return byId([
    barFigure(
      {
        id: 'codes',
        title: text('faults.pareto'),
        note: `${ofUnits(
          answers.map(({ data }) => data.operating),
          texts,
        )} · ${text('faults.pareto_note')}`,
        empty: text('faults.none'),
        footer: short,
      },
      codes.map((code) => {
        const found = answers.map(({ data }) => data.codes.find((each) => each.code === code))
        const severity = found.find((each) => each !== undefined)?.severity ?? 'info'
        return {
          label: `${code} · ${text(`faults.severities.${severity}`)}`,
          tone: TONES[severity],
          cells: found.map((each) => ({
            value: each?.faults ?? 0,
            text: `${number(each?.faults ?? 0)} · ${units(each?.units ?? 0)} · ${number(each?.together_percent)} %`,
          })),
        }
      }),
    ),
    ...(Object.keys(GROUPS) as (keyof typeof GROUPS)[]).map((by) => {
      const all = answers.map(({ data }) => data[by])
      const groups = new Map(all.flatMap(({ list }) => list).map((group) => [group.key, group]))
      return barFigure(
        {
          id: by,
          title: text(`faults.${GROUPS[by]}`),
          note: ofUnits(
            all.map(({ list }) => list.reduce((sum, group) => sum + group.units, 0)),
            texts,
          ),
          empty: text('faults.none'),
          footer: [
            text('faults.rate'),
            hiddenText(
              all.map(({ hidden }) => hidden),
              texts,
            ),
          ]
            .filter(Boolean)
            .join('. '),
        },
        [...groups].map(([key, group]) => ({
          label: nameOf(by, group),
          cells: all.map(({ list }) => {
            const found = list.find((each) => each.key === key)
            return found === undefined
              ? null
              : {
                  value: found.rate,
                  text: `${number(found.rate, 2)} · ${units(found.units)} · ${number(found.faults)}`,
                }
          }),
        })),
      )
    }),
    ambientFigure(answers, texts),
  ])
}

/** Faults by the outdoor temperature of the unit's day. */
const ambientFigure = (
  answers: Parameters<FigureMaker<FaultsAnalysis>>[0],
  texts: Parameters<FigureMaker<FaultsAnalysis>>[1],
) => {
  const { text, number, units } = texts
  const all = answers.map(({ data }) => data.ambient)
  const starts = [...new Set(all.flatMap(({ list }) => list.map(({ from_c }) => from_c)))].sort((a, b) => a - b)
  const hidden = hiddenText(
    all.map((each) => each.hidden),
    texts,
  )
  return barFigure(
    {
      id: 'ambient',
      title: text('faults.by_ambient'),
      note: ofUnits(
        all.map(({ known_units }) => known_units),
        texts,
      ),
      empty: text('faults.ambient_none'),
      footer: [text('faults.ambient_note'), hidden].filter(Boolean).join(' '),
    },
    starts.map((from_c) => ({
      label: `${number(from_c)} … ${number(from_c + AMBIENT_BIN_K)} °C`,
      cells: all.map(({ list }) => {
        const found = list.find((each) => each.from_c === from_c)
        return found === undefined
          ? null
          : { value: found.rate, text: `${number(found.rate, 2)} · ${units(found.units)} · ${number(found.faults)}` }
      }),
    })),
  )
}
