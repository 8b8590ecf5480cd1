import { describe, expect, it } from 'vitest'
import { isTest, sourceFiles } from './source-files.ts'

const product = (...folders: string[]) => sourceFiles(...folders).filter((file) => !isTest(file))
const named = (pattern: RegExp, files: ReturnType<typeof product>) =>
  files.filter((file) => pattern.test(file.text)).map((file) => file.path)

describe('what may be touched only at the rim', () => {
  it('process.env is read in config.ts alone', () => {
    expect(named(/process\.env/, product('server/src', 'simulator/src', 'contract/src', 'modbus/src'))).toEqual([
      'server/src/config.ts',
    ])
  })

  it('the server asks clock.ts for the time', () => {
    expect(named(/\bDate\.now\(\)|new Date\(\)/, product('server/src'))).toEqual(['server/src/platform/clock.ts'])
  })

  it('the pure packages know neither time nor chance nor files', () => {
    expect(named(/\bDate\.now\(|new Date\(\)|Math\.random\(|node:fs/, product('modbus/src', 'contract/src'))).toEqual(
      [],
    )
  })

  it('SQL stands in store.ts files, ingest and platform', () => {
    const outside = product('server/src').filter(
      (file) => !/\/store(-[a-z-]+)?\.ts$/.test(file.path) && !/^server\/src\/(ingest|platform)\//.test(file.path),
    )
    expect(
      named(
        /\b(select .+ from|insert into|update \w+ set|delete from)\b|\.(selectFrom|insertInto|updateTable|deleteFrom)\(/,
        outside,
      ),
    ).toEqual([])
  })

  it('generated code is made only from our own syntax tree, in modbus', () => {
    const everywhere = product('server/src', 'simulator/src', 'contract/src', 'console/src', 'modbus/src')
    const found = named(/new Function\(|\beval\(/, everywhere)
    expect(found.every((path) => path.startsWith('modbus/src/'))).toBe(true)
  })

  it('no test has a bound shorter than that of its project (vitest.config.ts): a busy machine would fail it', () => {
    const tests = sourceFiles('contract', 'modbus', 'server', 'console', 'simulator', 'scripts').filter(isTest)
    const bounds = tests.flatMap(({ path, text }) =>
      [...text.matchAll(/^ *\}, ([\d_]+)\)$/gm)].map(([, ms]) => ({ path, ms: Number(ms?.replaceAll('_', '')) })),
    )
    expect(bounds.filter(({ ms }) => ms < 60_000)).toEqual([])
  })
})
