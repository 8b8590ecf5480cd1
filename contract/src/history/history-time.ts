import { z } from 'zod'

const YEAR_MAX = '9999'

/** A moment of a history. The last year that four digits name is refused: what lies around it has no text the database reads. */
export const HistoryTime = z.iso.datetime().refine((text) => text < YEAR_MAX, { params: { rule: 'too_big' } })
