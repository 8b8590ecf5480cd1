import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { api } from '@heatfleet/contract/api.ts'
import { expect, type Page } from '@playwright/test'
import { connectDevice } from '../device-client.ts'
import { running, sharedSession } from '../running.ts'
import { test } from './close-contexts.ts'
import { addModule } from './demo-units.ts'
import { enter } from './steps.ts'

type Received = { signature: string; body: string }

/** A real receiver of webhooks. */
const startReceiver = async () => {
  const calls: Received[] = []
  const server = createServer((request: IncomingMessage, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const signature = String(request.headers['x-heatfleet-signature'])
      calls.push({ signature, body: Buffer.concat(pieces).toString('utf8') })
      response.end('taken')
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo // listens at a port
  return { calls, url: `http://127.0.0.1:${port}/in`, close: () => server.close() }
}

const rowMenu = async (page: Page, name: string, item: string) => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('a webhook is made and tested, a unit that connects is told of with a signature, and the log sends it again', async ({
  page,
}) => {
  const receiver = await startReceiver()
  const name = `Portal ${Date.now() % 1_000_000}`
  await enter(page, '/system/integrations')
  await page.getByRole('button', { name: 'New webhook' }).first().click()
  const form = page.getByRole('dialog', { name: 'New webhook' })
  await form.getByLabel('Name', { exact: true }).fill(name)
  await form.getByLabel('Address').fill(receiver.url)
  await form.getByLabel('Device online').check()
  await form.getByRole('button', { name: 'Save' }).click()
  const once = page.getByRole('dialog', { name: `Secret of ${name}` })
  const secret = (await once.getByText(/^whsec_/).textContent()) ?? ''
  await once.getByRole('checkbox').check()
  await once.getByRole('button', { name: 'Close' }).last().click()

  await rowMenu(page, name, 'Test')
  const tested = page.getByRole('dialog', { name: `Test ${name}` })
  await tested.getByRole('button', { name: 'Send test call' }).click()
  await expect(tested.getByText('200 taken')).toBeVisible()
  await tested.getByRole('button', { name: 'Close' }).last().click()

  const unit = await addModule()
  const device = await connectDevice(running.mqtt_port(), unit)
  const received = () => receiver.calls.filter(({ body }) => body.includes(unit.did))
  await expect.poll(() => received().length, { timeout: 90_000 }).toBeGreaterThan(0)
  const [{ signature, body } = { signature: '', body: '' }] = received()
  const [, time, hex] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? []
  expect(hex).toBe(createHmac('sha256', secret).update(`${time}.${body}`).digest('hex'))

  await page.goto(`/#/system/integrations?tab=log&mac=${unit.did}`)
  const row = page.getByRole('row').filter({ hasText: name }).first()
  await expect(row.getByText('Accepted')).toBeVisible()
  const before = received().length
  await rowMenu(page, 'Device online', 'Resend')
  const again = page.getByRole('dialog', { name: 'Resend this call?' })
  await again.getByRole('button', { name: 'Resend' }).click()
  await expect(page.getByText('The call will be sent shortly.')).toBeVisible()
  await expect.poll(() => received().length, { timeout: 30_000 }).toBe(before + 1)
  expect(received().at(-1)?.body).toBe(body)

  // A distributor beside sees neither webhook nor log.
  const sibling = await sharedSession('malopolska')
  expect((await sibling.call(api.webhookCallList, { body: { mac: unit.did } })).total).toBe(0)
  const admin = await sharedSession()
  const { list } = await admin.call(api.webhookList, { body: { webhook_name: name } })
  for (const { webhook_id, updated_at } of list)
    await admin.call(api.deleteWebhook, { params: { id: webhook_id }, query: { updated_at } })
  await device.endAsync()
  receiver.close()
})
