import { describe, expect, it } from 'vitest'
import { type ExampleLine, examplePoints } from './example-list.ts'
import { suggestTags } from './suggest-tags.ts'

/** Lists in the manner of several makers, a line each: name, unit, `w` = written, `b` = a bit; then the tag it gets for sure. */
const LISTS: Record<string, string> = {
  'with sensor numbers': `
    BT1 Outdoor Temperature | °C |  | t_ambient
    EB100-EP14-BT3 Return temp. | °C |  | t_in
    EB100-EP14-BT12 Condensor Out | °C |  |
    EB100-EP14-BT14 Hot Gas Temp | °C |  | t_discharge
    EB100-EP14-BT15 Liquid Line | °C |  |
    EB100-EP14-BT17 Suction | °C |  | t_suction
    BT2 Supply temp S1 | °C |  |
    BT2 Supply temp S2 | °C |  |
    BT6 HW Load | °C |  |
    BT7 HW Top | °C |  | t_dhw
    BT50 Room Temp S1 | °C |  | t_room
    Calc. Supply S1 | °C |  |
    BF1 EP14 Flow | l/min |  | flow
    Compressor Frequency, Actual | Hz |  | comp_hz
    Compressor State EP14 |  |  |
    EB100-EP14-BT16 Evaporator | °C |  |
    BE1 Current | A |  | amp
    Int. electric add. power | kW |  |
    BT1 Average | °C |  |
    Alarm Number |  |  | fault_code
    Fan speed current | % |  | fan_rpm
  `,
  'of a split unit with heaters': `
    Leaving water Main Heating setpoint | °C | w | set_heat
    Leaving water temperature PHE | °C |  | t_out
    Leaving water temperature BUH | °C |  |
    Return water temperature | °C |  | t_in
    Domestic Hot Water temperature | °C |  | t_dhw
    Outside air temperature | °C |  | t_ambient
    Liquid refrigerant temperature | °C |  |
    Flow rate | l/min |  | flow
    Remote controller room temperature | °C |  |
    Heat pump power consumption | kW |  | p_elec
    Compressor run |  |  | comp_on
    Circulation pump running |  |  |
    Booster heater run |  |  |
    Defrost operation |  |  | defrost
    Unit abnormality |  |  |
    Unit abnormality code |  |  |
    Operation mode |  | w | mode
    Space heating/cooling ON/OFF |  | w |
    DHW setpoint | °C | w | set_dhw
  `,
  'of a reverse-engineered bus': `
    Heatpump_State |  |  |
    Pump_Flow | l/min |  | flow
    Main_Inlet_Temp | °C |  | t_in
    Main_Outlet_Temp | °C |  | t_out
    Main_Target_Temp | °C |  |
    Compressor_Freq | Hz |  | comp_hz
    DHW_Target_Temp | °C | w | set_dhw
    DHW_Temp | °C |  | t_dhw
    Outside_Temp | °C |  | t_ambient
    Heat_Energy_Production | W |  |
    Heat_Energy_Consumption | W |  | p_elec
    Defrosting_State |  |  | defrost
    Discharge_Temp | °C |  | t_discharge
    Eva_Outlet_Temp | °C |  |
    Fan1_Motor_Speed | r/min |  | fan_rpm
    Fan2_Motor_Speed | r/min |  |
    High_Pressure | kgf/cm2 |  |
    Pump_Speed | r/min |  |
    Low_Pressure | bar |  | p_low
    Z1_Water_Temp | °C |  |
    Buffer_Temp | °C |  | t_buffer
    ThreeWay_Valve_State |  |  | dhw_valve
    Error |  |  | fault_code
    Outside_Pipe_Temp | °C |  | t_coil
  `,
  'of a monobloc with a solar collector': `
    Water inlet temp. | °C |  | t_in
    Water outlet temp. | °C |  | t_out
    Backup heater outlet temp. | °C |  |
    DHW tank water temp. | °C |  | t_dhw
    Solar collector temp. | °C |  |
    Room air temp. (Circuit 1) | °C |  | t_room
    Current flow rate | l/min |  | flow
    Outdoor air temp | °C |  | t_ambient
    Compressor Hz | Hz |  | comp_hz
    High pressure | kPa |  | p_high
    Low pressure | kPa |  | p_low
    Inverter discharge temp | °C |  | t_discharge
    Suction temp | °C |  | t_suction
    ODU operation cycle |  |  |
    Water flow status |  |  |
    Water pump status |  |  |
    Defrosting status |  |  | defrost
    DHW heating status |  |  |
    Error code |  |  | fault_code
    Enable/Disable (Heating/Cooling) |  | w |
  `,
  'of a board with sensor codes': `
    Inlet water temp. T1 | °C |  | t_in
    Outlet water temp. T2 | °C |  | t_out
    Coil temp. T3 | °C |  | t_coil
    AT T4 | °C |  |
    Suction temp. T5 | °C |  | t_suction
    Exhaust temp. T12 | °C |  | t_discharge
    DHW tank temp. T8 | °C |  | t_dhw
    Ambient temp | °C |  | t_ambient
    Compressor frequency | Hz |  | comp_hz
    DC fan motor 1 speed | r/min |  | fan_rpm
    DC fan motor 2 speed | r/min |  |
    EEV step | step |  | eev
    Water flow | m3/h |  | flow
    Pump speed | % |  | pump_pwm
    On/Off |  | w | power_on
    Mode |  | w | mode
    Fault 1 |  |  |
    AC voltage | V |  | volt
    AC current | A |  | amp
    Set temp. of heating | °C | w | set_heat
  `,
  'with long English names': `
    Return water temperature | °C |  | t_in
    Compressor operating frequency | Hz |  | comp_hz
    Discharge temperature | °C |  | t_discharge
    Current consumption value | W |  | p_elec
    Fan control number of rotation | r/min |  | fan_rpm
    Defrost temperature | °C |  |
    Outdoor air temperature | °C |  |
    Water pump control number of rotation | r/min |  |
    Suction temperature | °C |  | t_suction
    Outgoing water temperature | °C |  | t_out
    Selected operating mode |  |  | mode
    Room air set temperature of zone 1 | °C |  |
    DHW tank temperature | °C |  | t_dhw
    Outdoor ambient temperature from sensor | °C |  |
    DHW comfort set temperature | °C | w | set_dhw
  `,
  'in German': `
    Aussentemperatur | °C |  | t_ambient
    Vorlauftemperatur Sekundärkreis | °C |  | t_out
    Rücklauftemperatur Sekundärkreis | °C |  | t_in
    Vorlauftemperatur Primärkreis | °C |  |
    Rücklauftemperatur Primärkreis | °C |  |
    Warmwassertemperatur oben | °C |  | t_dhw
    Pufferspeichertemperatur | °C |  | t_buffer
    Verdichterdrehzahl | % |  | comp_hz
    Heizkreis 1 Vorlauftemperatur | °C |  |
    Volumenstrom Sekundär | l/h |  | flow
    Ventilatordrehzahl | % |  | fan_rpm
    Heißgastemperatur | °C |  | t_discharge
    Sauggastemperatur | °C |  | t_suction
    Hochdruck | bar |  | p_high
    Niederdruck | bar |  | p_low
    Elektrische Leistungsaufnahme | kW |  | p_elec
    Sammelstörung |  |  |
    Abtauung aktiv |  |  | defrost
    Betriebsart |  | w | mode
    Raumtemperatur Ist | °C |  | t_room
    Raumtemperatur Soll | °C | w |
    Elektronisches Expansionsventil Öffnung | % |  | eev
  `,
  'in Chinese': `
    进水温度 | °C |  | t_in
    出水温度 | °C |  | t_out
    总出水温度 | °C |  |
    环境温度 | °C |  | t_ambient
    水箱温度 | °C |  | t_dhw
    外盘温度 | °C |  | t_coil
    内盘温度 | °C |  |
    排气温度 | °C |  | t_discharge
    回气温度 | °C |  | t_suction
    压缩机频率 | Hz |  | comp_hz
    目标频率 | Hz |  | comp_hz_target
    风机1转速 | rpm |  | fan_rpm
    风机2转速 | rpm |  |
    主EEV开度 | step |  | eev
    辅EEV开度 | step |  |
    水流量 | m³/h |  | flow
    高压压力 | bar |  | p_high
    低压压力 | bar |  | p_low
    机组开关 |  | w | power_on
    运行模式 |  | w | mode
    制热设定温度 | °C | w | set_heat
    制冷设定温度 | °C | w | set_cool
    热水设定温度 | °C | w | set_dhw
    输入电压 | V |  | volt
    输入电流 | A |  | amp
    压缩机电流 | A |  |
    输入功率 | W |  | p_elec
    制热量 | kW |  | p_heat
    出水温度传感器故障 |  | b |
    除霜 |  | b | defrost
    累计用电量 | kWh |  |
  `,
  'in Polish': `
    Temperatura zasilania | °C |  | t_out
    Temperatura powrotu | °C |  | t_in
    Temp. zewn. | °C |  | t_ambient
    Temperatura zewnętrzna średnia | °C |  |
    Temperatura zasobnika CWU | °C |  | t_dhw
    Temperatura bufora | °C |  | t_buffer
    Temperatura parownika | °C |  |
    Temperatura ssania | °C |  | t_suction
    Temperatura tłoczenia | °C |  | t_discharge
    Częstotliwość pracy sprężarki | Hz |  | comp_hz
    Obroty wentylatora | obr/min |  | fan_rpm
    Otwarcie zaworu EEV | % |  | eev
    Przepływ wody | l/min |  | flow
    Wysokie ciśnienie | bar |  | p_high
    Niskie ciśnienie | bar |  | p_low
    Pobór mocy | W |  | p_elec
    Moc grzewcza | kW |  | p_heat
    Włączenie urządzenia |  | w | power_on
    Tryb pracy |  | w | mode
    Zadana temperatura CWU | °C | w | set_dhw
    Zadana temperatura ogrzewania | °C | w | set_heat
    Odszranianie |  | b | defrost
    Temperatura pomieszczenia | °C |  | t_room
    Maksymalna temperatura zasilania | °C | w |
  `,
  'with sensors in brackets': `
    System On/Off |  | w | power_on
    Operating Mode (DHW) |  |  |
    Flow Temperature (THW1) | °C |  | t_out
    Return Temperature (THW2) | °C |  | t_in
    DHW Temperature (THW5) | °C |  | t_dhw
    Outdoor Ambient Temperature | °C |  | t_ambient
    Refrigerant Liquid Temperature (TH2) | °C |  |
    Heat Pump Frequency | Hz |  | comp_hz
    Flow Rate | l/min |  | flow
    Zone1 Room Temperature | °C |  |
    Zone1 Heating Target Flow Temperature | °C | w |
    Defrost status |  |  | defrost
    Error Code 1 Letter |  |  | fault_code
    DHW Setpoint | °C | w | set_dhw
    Delivered Energy Heating | kWh |  |
    Consumed Energy Heating | kWh |  |
  `,
  'with a prefix on every name': `
    EHS_Outside_Temp | °C |  | t_ambient
    EHS_Water_IN_Temp | °C |  | t_in
    EHS_Water_OUT_Temp | °C |  | t_out
    EHS_Discharge_Temp | °C |  | t_discharge
    EHS_Suction_Temperature | °C |  | t_suction
    EHS_Compressor_Order_Frequency | Hz |  |
    EHS_Compressor_Target_Frequency | Hz |  |
    EHS_Compressor_Current_Frequency | Hz |  | comp_hz
    EHS_Outdoor_Fan_speed | rpm |  | fan_rpm
    EHS_Main_EEV1 |  |  |
    EHS_Water_Flow | l/min |  | flow
    EHS_EVA_In_Temperature | °C |  |
    EHS_Water_OUT_Set_Temp | °C |  |
    EHS_Compressor_Top_Temperature | °C |  |
    EHS_Defrost_Operation |  |  | defrost
    EHS_Operation_Mode |  |  | mode
    EHS_Error_Code |  |  | fault_code
    EHS_Pump_PWM | % |  | pump_pwm
    EHS_Backup_Heater |  |  | aux_heater
    EHS_DC_Link_1_Voltage | V |  |
    EHS_3_way_valve_position |  |  | dhw_valve
  `,
}

const linesOf = (text: string): { line: ExampleLine; tag: string }[] =>
  text
    .split('\n')
    .filter((row) => row.trim() !== '')
    .map((row) => {
      const [name = '', unit = '', kind = '', tag = ''] = row.split('|').map((cell) => cell.trim())
      const type = unit === '' ? 'u16' : 's16'
      const line: ExampleLine = { name, unit, data_type: kind === 'b' ? 'bit' : type }
      return { line: { ...line, ...(kind === 'b' ? { bit: 0 } : {}), ...(kind === 'w' ? { rw: 'rw' } : {}) }, tag }
    })

describe('a list as a whole', () => {
  it.each(Object.entries(LISTS))('%s: each line gets its tag for sure, and no other line any', (_, text) => {
    const rows = linesOf(text)
    const sure = suggestTags(examplePoints(...rows.map(({ line }) => line))).filter(
      ({ certainty }) => certainty === 'sure',
    )
    const tags = rows.map(({ line }, at) => [line.name, sure.find(({ key }) => key === `p_${at}`)?.tag ?? ''])
    expect(tags).toEqual(rows.map(({ line, tag }) => [line.name, tag]))
  })
})
