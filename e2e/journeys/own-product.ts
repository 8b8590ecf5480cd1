import pg from 'pg'
import { embeddedConnection } from '../faults/stored.ts'
import { ADMIN_PASSWORD } from '../product.ts'

/** The helpers of journeys use this product from now on; gives what undoes that. */
export const useProduct = ({ url, data, mqtt_port }: { url: string; data: string; mqtt_port: number }) => {
  const before = { ...process.env }
  process.env.HEATFLEET_E2E_URL = url
  process.env.HEATFLEET_E2E_DATA = data
  process.env.HEATFLEET_E2E_MQTT_PORT = String(mqtt_port)
  process.env.HEATFLEET_E2E_PASSWORD = ADMIN_PASSWORD
  return () => {
    process.env = before
  }
}

/** Rows of a query to the database of a data folder. */
export const withDatabase = async <Rows extends object>(
  data: string,
  text: string,
  values: unknown[],
): Promise<Rows[]> => {
  const sql = new pg.Client(embeddedConnection(data))
  await sql.connect()
  try {
    return (await sql.query<Rows>(text, values)).rows
  } finally {
    await sql.end()
  }
}
