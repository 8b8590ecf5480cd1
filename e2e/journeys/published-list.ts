/** A register list as a maker might publish it: prose, sections, units and factors in words, faults as bits of a word. */
export const PUBLISHED_LIST = `# Borealis 8 monobloc: Modbus register list

RS-485, 9600 baud, 8N1, slave address 1. Addresses in decimal, counted from 0.

## Input registers (function 0x04)

| Address | Name | Data type | Unit | Description |
|---|---|---|---|---|
| 0 | Return water temperature | S16 | 0.1 °C | before the plate exchanger |
| 1 | Flow water temperature | S16 | 0.1 °C | after the plate exchanger |
| 2 | Outdoor temperature | S16 | 0.1 °C | |
| 3 | DHW tank temperature | S16 | 0.1 °C | |
| 4 | Buffer tank temperature | S16 | 0.1 °C | |
| 5 | Room temperature | S16 | 0.1 °C | |
| 6 | Evaporator coil temperature | S16 | 0.1 °C | |
| 7 | Suction gas temperature | S16 | 0.1 °C | |
| 8 | Discharge temperature | S16 | 0.1 °C | |
| 9 | Liquid line temperature | S16 | 0.1 °C | |
| 10 | High pressure | U16 | 0.1 bar | |
| 11 | Low pressure | U16 | 0.1 bar | |
| 12 | Compressor frequency | U16 | Hz | |
| 13 | Compressor target frequency | U16 | Hz | |
| 14 | Fan 1 speed | U16 | rpm | |
| 15 | Fan 2 speed | U16 | rpm | |
| 16 | Main EEV opening | U16 | step | |
| 17 | EVI EEV opening | U16 | step | |
| 18 | Water pump speed | U16 | % | |
| 19 | Water flow | U16 | 0.01 m³/h | |
| 20 | AC input voltage | U16 | V | |
| 21 | AC input current | U16 | 0.1 A | |
| 22 | DC bus voltage | U16 | V | |
| 23 | Compressor phase current | U16 | 0.1 A | |
| 24 | Inverter module temperature | S16 | 0.1 °C | |
| 25 | Electric input power | U16 | W | |
| 26 | Heating capacity | U16 | W | |
| 27 | COP | U16 | | |
| 28 | Compressor runtime | U16 | h | |
| 29 | Compressor starts | U16 | | |
| 30 | Electricity consumption total | U16 | kWh | |
| 31 | Heat meter total | U16 | kWh | |
| 32 | Software version | U16 | | |

## Discrete inputs (function 0x02)

| Address | Name | Data type | Unit | Description |
|---|---|---|---|---|
| 0 | Water flow failure | bool | | |
| 1 | High pressure alarm | bool | | |
| 2 | Low pressure alarm | bool | | |
| 3 | Discharge temperature too high fault | bool | | |
| 4 | Outdoor temperature sensor fault | bool | | |
| 5 | Flow temperature sensor fault | bool | | |
| 6 | Return temperature sensor fault | bool | | |
| 7 | DHW tank sensor fault | bool | | |
| 8 | Fan fault | bool | | |
| 9 | Inverter communication error | bool | | |
| 10 | Phase sequence fault | bool | | |
| 11 | Defrosting | bool | | |
| 12 | Frost protection active | bool | | |
| 13 | Three-way valve (DHW) | bool | | |
| 14 | Backup heater | bool | | |
| 15 | High pressure switch | bool | | |

## Holding registers (function 0x03, read and write)

| Address | Name | Data type | Unit | Description |
|---|---|---|---|---|
| 0 | Unit on/off | U16 | | 0=off; 1=on |
| 1 | Operating mode | U16 | | 0=auto; 1=heating; 2=cooling |
| 2 | Heating set temperature | U16 | °C | |
| 3 | Cooling set temperature | U16 | °C | |
| 4 | DHW set temperature | U16 | °C | |
| 5 | DHW restart difference | U16 | K | |
| 6 | Heating restart difference | U16 | K | |
| 7 | Flow temperature upper limit | U16 | °C | |
| 8 | Defrost cycle time | U16 | min | |
| 9 | Silent mode | U16 | | 0=off; 1=on |
| 10 | Fault reset | U16 | | |
`
export const PUBLISHED_POINTS = 60
