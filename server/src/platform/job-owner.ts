import { type Expression, type SqlBool, sql } from 'kysely'

/** Whose a job is: a person's, or that of a program that calls in the person's name. */
export type JobOwner = { readonly uid: number; readonly api_token_id: number | null }

/** The predicate over rows with `uid` and `api_token_id`: a person has what its programs made too, a program its own alone. */
export const ownedBy = ({ uid, api_token_id }: JobOwner): Expression<SqlBool> =>
  api_token_id === null ? sql<SqlBool>`uid = ${uid}` : sql<SqlBool>`(uid = ${uid} and api_token_id = ${api_token_id})`
