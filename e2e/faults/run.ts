import { killRounds } from './kill.ts'

/** `npm run faults -- kill [--rounds 20]`: each fault prints how often it was tried and how often it went wrong. */
const FAULTS = { kill: killRounds } as const

const [name, ...rest] = process.argv.slice(2)
const rounds = Number(rest[rest.indexOf('--rounds') + 1] ?? 20)
if (name === undefined || !(name in FAULTS)) {
  console.error(`usage: npm run faults -- <${Object.keys(FAULTS).join('|')}> [--rounds n]`)
  process.exit(2)
}
const outcome = await FAULTS[name as keyof typeof FAULTS]({
  rounds: Number.isInteger(rounds) && rounds > 0 ? rounds : 20,
})
process.exit(outcome.wrong === 0 ? 0 : 1)
