import type { ColumnType } from 'kysely'

/** A moment: read as Date, written as Date or ISO text. */
export type Time = ColumnType<Date, Date | string, Date | string>
/** A moment the database fills in when it is left out. */
export type GeneratedTime = ColumnType<Date, Date | string | undefined, Date | string>
/** JSON that has a default when it is left out. */
export type WithDefault<T> = T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : never
