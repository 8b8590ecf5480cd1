import { type Expression, type SqlBool, sql } from 'kysely'

/** Owner of a job: an account, or an API token of the account. */
export type JobOwner = { readonly uid: number; readonly api_token_id: number | null }

/** The predicate over rows with `uid` and `api_token_id`: an account owns the jobs of its tokens too, a token only its own. */
export const ownedBy = ({ uid, api_token_id }: JobOwner): Expression<SqlBool> =>
  api_token_id === null ? sql<SqlBool>`uid = ${uid}` : sql<SqlBool>`(uid = ${uid} and api_token_id = ${api_token_id})`
