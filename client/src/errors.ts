/** The product refused a call: `code` names the rule, `field` what of the request broke it. */
export class HeatfleetRefusal extends Error {
  override readonly name = 'HeatfleetRefusal'
  readonly code: string
  readonly field: string | undefined
  readonly details: Readonly<Record<string, string | number>>
  /** Quoted to support, it finds the call in the log of the product. */
  readonly request_id: string | null
  constructor(
    message: string,
    refusal: {
      code: string
      field?: string | undefined
      details?: Readonly<Record<string, string | number>> | undefined
      request_id?: string | null
    },
  ) {
    super(refusal.field === undefined ? message : `${message} (${refusal.field})`)
    this.code = refusal.code
    this.field = refusal.field
    this.details = refusal.details ?? {}
    this.request_id = refusal.request_id ?? null
  }
}

/** No answer came, or none of the product: network down, the page of a proxy, 5xx. `status` 0 = no answer at all. */
export class HeatfleetFailure extends Error {
  override readonly name = 'HeatfleetFailure'
  readonly status: number
  readonly request_id: string | null
  constructor(status: number, message: string, how: { request_id?: string | null; cause?: unknown } = {}) {
    super(message, { cause: how.cause })
    this.status = status
    this.request_id = how.request_id ?? null
  }
}
