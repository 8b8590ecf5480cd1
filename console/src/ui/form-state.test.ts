import { Refusal } from '@heatfleet/contract/errors.ts'
import { describe, expect, it } from 'vitest'
import {
  baseOf,
  type FormState,
  freshForm,
  isDirty,
  isJudged,
  keepSaved,
  refusedField,
  sameData,
  typeIn,
  valuesOf,
} from './form-state.ts'

type Draft = { name: string; phone: string; regions: string[] }
const start: Draft = { name: 'Zhejiang', phone: '', regions: ['330000'] }
const fresh: FormState<Draft> = freshForm()

describe('a form', () => {
  it('shows what it started with', () => {
    expect(valuesOf(fresh, start)).toEqual(start)
    expect(isDirty(fresh, start)).toBe(false)
  })

  it('is unsaved while something differs, and clean again when it is typed back', () => {
    const typed = typeIn(fresh, 'name', 'Zhe')
    expect(isDirty(typed, start)).toBe(true)
    expect(isDirty(typeIn(typed, 'name', 'Zhejiang'), start)).toBe(false)
    expect(isDirty(typeIn(fresh, 'regions', ['330000']), start)).toBe(false)
  })

  it('keeps what was typed when newer data come, and shows them where nothing was typed', () => {
    const typed = typeIn(fresh, 'name', 'Mine')
    expect(valuesOf(typed, { ...start, name: 'Theirs', phone: '123' })).toMatchObject({ name: 'Mine', phone: '123' })
  })

  it('judges a field when it was left, all of them after a try to save', () => {
    const typed = typeIn(fresh, 'name', '')
    expect(isJudged(typed, 'name')).toBe(false)
    expect(isJudged({ ...typed, editing: null }, 'name')).toBe(true)
    expect(isJudged(typeIn(typed, 'phone', '1'), 'name')).toBe(true)
    expect(isJudged(typed, 'regions')).toBe(false)
    expect(isJudged({ ...fresh, tried: true }, 'regions')).toBe(true)
  })

  it('forgets a refusal about a field when that field changes, and only then', () => {
    const refused = new Refusal('user_already_exists', { field: 'name' })
    const state: FormState<Draft> = { ...fresh, refused }
    expect(typeIn(state, 'phone', '1').refused).toBe(refused)
    expect(typeIn(state, 'name', 'x').refused).toBeNull()
  })

  it('once saved is clean, with what was saved, until newer data come', () => {
    const sent = { ...start, name: 'New' }
    const saved = keepSaved(typeIn(fresh, 'name', 'New'), start, sent)
    expect(isDirty(saved, start)).toBe(false)
    expect(valuesOf(saved, start).name).toBe('New')
    expect(valuesOf(saved, { ...start, name: 'New by server' }).name).toBe('New by server')
    expect(baseOf(saved, start)).toEqual(sent)
  })

  it('keeps what was typed while it was being saved', () => {
    const sent = { ...start, name: 'New' }
    const state = keepSaved(typeIn(typeIn(fresh, 'name', 'New'), 'phone', '5'), start, sent)
    expect(valuesOf(state, start)).toEqual({ ...sent, phone: '5' })
    expect(isDirty(state, start)).toBe(true)
  })
})

describe('the field a refusal is about', () => {
  it.each([
    [new Refusal('invalid_input', { field: 'regions.0' }), 'regions'],
    [new Refusal('no_permission'), null],
    [new Error('bug'), null],
    [null, null],
  ])('%s -> %s', (error, field) => {
    expect(refusedField(error)).toBe(field)
  })
})

describe('the same data', () => {
  it.each([
    [1, 1, true],
    [1, '1', false],
    [null, undefined, false],
    [{ a: undefined }, {}, true],
    [{ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }, true],
    [[1, 2], [2, 1], false],
    [[], {}, false],
  ])('%j and %j: %s', (a, b, same) => {
    expect(sameData(a, b)).toBe(same)
  })
})
