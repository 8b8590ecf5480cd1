import { Refusal } from '@heatfleet/contract/errors.ts'

/**
 * `ok`, or what a call was refused with: the code, the field where there is one, and those of its details that are asked
 * for. What is no refusal is thrown.
 */
export const refusalOf = (call: Promise<unknown>, ...details: string[]): Promise<string> =>
  call.then(
    () => 'ok',
    (error: unknown) => {
      if (!(error instanceof Refusal)) throw error
      const found = [error.code, error.field, ...details.map((detail) => error.details?.[detail])]
      return found.filter((part) => part !== undefined).join(' ')
    },
  )

/** `ok`, or the code of the refusal alone. */
export const codeOf = async (call: Promise<unknown>): Promise<string> => (await refusalOf(call)).split(' ')[0] ?? ''
