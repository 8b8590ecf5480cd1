import { describe, expect, test } from 'vitest'
import { refresh } from './board.ts'
import { EXAMPLE_UNIT } from './example-unit.ts'
import { saturationPressure } from './refrigerant.ts'
import { READING } from './registers.ts'
import { RUN } from './state.ts'
import { advanceUnit, createUnit, type Unit, WARM_UP_S } from './unit.ts'
import { CLIMATES } from './weather.ts'

/** Units of each seed, and how long each is watched as a person would see it: one look a minute. */
const UNITS = 20
const SEEDS = [26, 27, 28] as const
const WATCHED_S = 30 * 3600
const LOOK_S = 60
/** A run counts after its start, the end of a defrost or a change of what it makes, s. */
const SETTLED_S = 300
const ATMOSPHERE_BAR = 1.013
const STARTS_S = [Date.UTC(2026, 0, 15), Date.UTC(2026, 3, 10), Date.UTC(2026, 6, 20)].map((ms) => ms / 1000)

type Look = ReturnType<typeof lookAt> & { run: number; settled_s: number }

/** What the board shows, in the units of its points. */
const lookAt = ({ board: { words } }: Unit) => {
  const value = (address: number, scale: number): number => (((words[address] ?? 0) << 16) >> 16) * scale
  return {
    t_in: value(READING.t_in, 0.1),
    t_out: value(READING.t_out, 0.1),
    t_amb: value(READING.t_amb, 0.5),
    t_coil: value(READING.t_coil, 0.5),
    t_suction: value(READING.t_suction, 0.5),
    t_discharge: value(READING.t_discharge, 1),
    t_evap: value(READING.t_evap, 0.1),
    t_cond: value(READING.t_cond, 0.1),
    p_low: value(READING.p_low, 0.1),
    p_high: value(READING.p_high, 0.1),
    flow: value(READING.flow, 0.01),
    heat_w: value(READING.q_heat, 1),
    eev: value(READING.eev1, 1),
    hz: value(READING.comp_hz, 1),
  }
}

const watch = (index: number, seed: number): Look[] => {
  const climate = CLIMATES[index % CLIMATES.length] ?? 'ulm'
  const start_s = STARTS_S[Math.floor(index / CLIMATES.length) % STARTS_S.length] ?? 0
  const spec = {
    ...EXAMPLE_UNIT,
    did: `a8032a00${String(1000 + index)}`,
    climate,
    house: index % 6 === 0 ? ('retrofit' as const) : ('modern' as const),
    rated_kw: [6, 8, 10, 12][index % 4] ?? 8,
  }
  const unit = createUnit(spec, seed, start_s - WARM_UP_S, start_s)
  advanceUnit(unit, start_s)
  const looks: Look[] = []
  let [run, since_s] = [-1, start_s]
  for (let at_s = start_s; at_s < start_s + WATCHED_S; at_s += LOOK_S) {
    advanceUnit(unit, at_s)
    refresh(unit.board, at_s)
    const { state } = unit.board.plant
    if (state.run !== run) [run, since_s] = [state.run, at_s]
    looks.push({ ...lookAt(unit), run, settled_s: at_s - since_s })
  }
  return looks
}

const all = SEEDS.flatMap((seed) => Array.from({ length: UNITS }, (_, index) => watch(index, seed)))
const looks = all.flat()
const running = looks.filter(({ hz }) => hz > 0)
const settled = looks.filter(
  ({ run, settled_s }) => (run === RUN.heating || run === RUN.hot_water) && settled_s > SETTLED_S,
)
/** How far a pressure is from that of saturation at a temperature, bar. */
const unsaturatedBar = (gauge_bar: number, t_c: number): number =>
  Math.abs(gauge_bar + ATMOSPHERE_BAR - saturationPressure(t_c))
/** Noise and steps of 0.1 bar and 0.1 K together. */
const SENSORS_BAR = 0.3

const heatOf = ({ flow, t_out, t_in }: Look): number => 1163 * flow * (t_out - t_in)

const RULES: Record<string, { of: Look[]; breaks: (look: Look) => boolean }> = {
  'suction is never above discharge while the compressor runs': {
    of: running,
    breaks: ({ p_low, p_high, t_suction, t_discharge }) => p_low > p_high || t_suction > t_discharge,
  },
  'both sides are saturated': {
    of: running,
    breaks: ({ p_low, p_high, t_evap, t_cond }) =>
      unsaturatedBar(p_low, t_evap) > SENSORS_BAR || unsaturatedBar(p_high, t_cond) > SENSORS_BAR,
  },
  'flow x difference x 1.163 is the heat within 10 %': {
    of: settled,
    breaks: (look) => Math.abs(heatOf(look) - look.heat_w) > 0.1 * look.heat_w,
  },
  'flow and return differ by 2 to 9 K': {
    of: settled,
    breaks: ({ t_out, t_in }) => t_out - t_in < 2 || t_out - t_in > 9,
  },
  'superheat is between 3 and 10 K, give or take its sensors': {
    of: settled,
    breaks: ({ t_suction, t_evap }) => t_suction - t_evap < 2.3 || t_suction - t_evap > 10.7,
  },
  'the coil is 4 to 9 K below the air, give or take its sensors': {
    of: settled,
    breaks: ({ t_amb, t_coil }) => t_amb - t_coil < 2.8 || t_amb - t_coil > 10.3,
  },
}

describe(`${UNITS} units over 30 h with ${SEEDS.length} seeds`, () => {
  test.each(Object.entries(RULES))('%s', (what, { of, breaks }) => {
    const broken = of.filter(breaks)
    process.stdout.write(`${what}: ${broken.length} of ${of.length} looks\n`)
    expect(of.length).toBeGreaterThan(3_000)
    expect(broken.slice(0, 3)).toEqual([])
  })

  const steps = (value: (look: Look) => number): number[] =>
    all.flatMap((of) => of.slice(1).map((look, at) => Math.abs(value(look) - value(of[at] ?? look))))

  test('the coil does not jump, and the valve travels', () => {
    expect(Math.max(...steps(({ t_coil }) => t_coil))).toBeLessThan(17)
    expect(Math.max(...steps(({ eev }) => eev))).toBeLessThanOrEqual(480)
    expect(new Set(settled.map(({ eev }) => eev)).size).toBeGreaterThan(100)
  })

  test('pressures are pulled down within one to three minutes of a start', () => {
    const starts = all.flatMap((of) =>
      of.flatMap((look, at) => {
        const later = of[at + 3]
        const is_start = of[at - 1]?.run === RUN.idle && look.run === RUN.heating
        return is_start && later?.run === RUN.heating ? [[look, later] as const] : []
      }),
    )
    expect(starts.length).toBeGreaterThan(30)
    for (const [first, later] of starts) {
      expect(first.p_low).toBeGreaterThan(later.p_low)
      expect(saturationPressure(later.t_evap)).toBeLessThan(saturationPressure(later.t_amb))
    }
  })
})
