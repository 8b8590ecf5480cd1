import { describe, expect, it } from 'vitest'
import { usePushCase } from '../../test/push-case.ts'
import { PUSH_SECRET_KEY } from '../../test/push-stage.ts'
import { signIn } from '../../test/sign-in.ts'
import { productSecret } from '../features/products/secret.ts'

const the = usePushCase()

describe('a program that authenticates as the specification writes it', () => {
  it('takes the uid as local storage keeps it, and a product without the flag', async () => {
    const { product_key } = the.fleet
    const product_secret = productSecret(PUSH_SECRET_KEY, product_key, 1)
    const { uid, token } = await signIn(the, the.fleet.accounts.city_a1)
    const program = await the.stage.open()
    program.ws.send(
      JSON.stringify({
        cmd: 'Authenticate',
        sn: 7,
        enterprise_info: { enterprise_key: 'program', signature: '', package_name: 'com.example.program' },
        user_info: { uid: String(uid), token },
        product_info: [{ product_key, product_secret }],
      }),
    )
    expect(await program.answerTo(7)).toMatchObject({ cmd: 'AuthenticateAck', code: 200 })
  })
})
