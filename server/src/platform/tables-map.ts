/** What the map counts; written by triggers alone. */
export type MapTables = {
  map_points: {
    device_id: number
    x: number
    y: number
    code: string
    agent_id: number | null
    province_id: number | null
    city_id: number | null
    county_id: number | null
    online_state: number
    severity: number
    product_key: string
  }
  map_cells: { bits: number; cell: string; n: number }
  map_agents: { agent_id: number | null; n: number }
}
