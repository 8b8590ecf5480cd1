import { Refusal } from '@heatfleet/contract/errors.ts'
import { describe, expect, it } from 'vitest'
import {
  baseOf,
  conflictFields,
  type FormState,
  initialFormState,
  isDirty,
  isErrorShown,
  keepSaved,
  meetConflict,
  refusedField,
  sameData,
  setAlong,
  typeIn,
  valuesOf,
} from './form-state.ts'

type Draft = { name: string; phone: string; regions: string[] }
const start: Draft = { name: 'Zhejiang', phone: '', regions: ['330000'] }
const initial_state: FormState<Draft> = initialFormState()

describe('a form', () => {
  it('shows its initial values', () => {
    expect(valuesOf(initial_state, start)).toEqual(start)
    expect(isDirty(initial_state, start)).toBe(false)
  })

  it('is dirty while a value differs, and clean when it is restored', () => {
    const typed = typeIn(initial_state, 'name', 'Zhe')
    expect(isDirty(typed, start)).toBe(true)
    expect(isDirty(typeIn(typed, 'name', 'Zhejiang'), start)).toBe(false)
    expect(isDirty(typeIn(initial_state, 'regions', ['330000']), start)).toBe(false)
  })

  it('keeps typed values when newer data arrive, and shows newer data in untouched fields', () => {
    const typed = typeIn(initial_state, 'name', 'Mine')
    expect(valuesOf(typed, { ...start, name: 'Theirs', phone: '123' })).toMatchObject({ name: 'Mine', phone: '123' })
  })

  it('shows errors of a field after blur, and of all fields after a save attempt', () => {
    const typed = typeIn(initial_state, 'name', '')
    expect(isErrorShown(typed, 'name')).toBe(false)
    expect(isErrorShown({ ...typed, editing: null }, 'name')).toBe(true)
    expect(isErrorShown(typeIn(typed, 'phone', '1'), 'name')).toBe(true)
    expect(isErrorShown(typed, 'regions')).toBe(false)
    expect(isErrorShown({ ...initial_state, has_tried: true }, 'regions')).toBe(true)
  })

  it('shows no error of a field that was set along with another one, until it is typed in or saved', () => {
    const along = setAlong(typeIn(initial_state, 'name', 'Zhe'), 'phone', '')
    expect(isErrorShown(along, 'phone')).toBe(false)
    expect(isErrorShown({ ...along, has_tried: true }, 'phone')).toBe(true)
    expect(isErrorShown(typeIn(typeIn(along, 'phone', '1'), 'name', 'Z'), 'phone')).toBe(true)
  })

  it('compares, when somebody else saved first, what was before, what is stored and what was typed', () => {
    const typed = typeIn(typeIn(initial_state, 'name', 'Mine'), 'regions', ['330000'])
    const theirs = { ...start, name: 'Theirs', phone: '123' }
    const met = meetConflict(typed, start, new Refusal('stale_edit'))
    expect(conflictFields(met, theirs)).toEqual([
      { field: 'name', before: 'Zhejiang', theirs: 'Theirs', mine: 'Mine' },
      { field: 'phone', before: '', theirs: '123', mine: '' },
    ])
    expect(valuesOf(met, { ...theirs, regions: ['310000'] })).toEqual({
      name: 'Mine',
      phone: '123',
      regions: ['310000'],
    })
  })

  it('clears a refusal about a field when that field changes, and only then', () => {
    const refused = new Refusal('user_already_exists', { field: 'name' })
    const state: FormState<Draft> = { ...initial_state, refused }
    expect(typeIn(state, 'phone', '1').refused).toBe(refused)
    expect(typeIn(state, 'name', 'x').refused).toBeNull()
  })

  it('is clean after saving, with the saved values, until newer data arrive', () => {
    const sent = { ...start, name: 'New' }
    const saved = keepSaved(typeIn(initial_state, 'name', 'New'), start, sent)
    expect(isDirty(saved, start)).toBe(false)
    expect(valuesOf(saved, start).name).toBe('New')
    expect(valuesOf(saved, { ...start, name: 'New by server' }).name).toBe('New by server')
    expect(baseOf(saved, start)).toEqual(sent)
  })

  it('keeps what was typed during saving', () => {
    const sent = { ...start, name: 'New' }
    const state = keepSaved(typeIn(typeIn(initial_state, 'name', 'New'), 'phone', '5'), start, sent)
    expect(valuesOf(state, start)).toEqual({ ...sent, phone: '5' })
    expect(isDirty(state, start)).toBe(true)
  })
})

describe('the field of a refusal', () => {
  it.each([
    [new Refusal('invalid_input', { field: 'regions.0' }), 'regions'],
    [new Refusal('no_permission'), null],
    [new Error('bug'), null],
    [null, null],
  ])('%s -> %s', (error, field) => {
    expect(refusedField(error)).toBe(field)
  })
})

describe('deep equality', () => {
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
