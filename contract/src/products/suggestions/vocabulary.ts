/**
 * Words of register lists by what they mean, in English, German, Polish, Spanish and Chinese, as patterns over
 * {@link nameWords}. Sources: the published lists that imports are tried with, and the built-in product.
 */
const words = (latin: string, chinese = ''): RegExp =>
  new RegExp(chinese === '' ? String.raw`\b(?:${latin})\b` : String.raw`\b(?:${latin})\b|${chinese}`)

export const WORDS = {
  temperature: words(String.raw`temp|temps|temperatur\w*|\w*temperatur|temperature\w*|t|t [a-z]+`, '温|温度'),
  outlet: words(
    String.raw`outlet|out|leaving|outgoing|supply|t flow|flow temp\w*|flow water|water flow temp\w*|\w*vorlauf\w*|tvl|t vl|vl temp\w*|zasilani\w*|salida|impulsion`,
    '出水|供水|送水',
  ),
  inlet: words(
    String.raw`inlet|in|entering|incoming|return|\w*rucklauf\w*|trl|t rl|rl temp\w*|powrot\w*|retorno|entrada`,
    '回水|进水',
  ),
  water: words(String.raw`water|wasser\w*|wody|woda|agua|hp|wp|heat pump|warmepumpe\w*|unit|tw`, '水'),
  outdoor: words(
    String.raw`outdoor|outside|ambient|ambi|amb|aussen\w*|\w*umgebungs\w*|zewnetrzn\w*|zewn|otoczenia|exterior|external (?:ambient|air)`,
    '室外|环境|户外|环温|外界',
  ),
  indoor: words(
    String.raw`indoor|room|raum\w*|\w*raumtemp\w*|pokoj\w*|pomieszcz\w*|wewnetrzn\w*|interior|internal|inner|inside|thermostat`,
    '室内|房间|室温',
  ),
  hot_water: words(
    String.raw`dhw\w*|hw|hot ?water|warm ?water|warmwasser\w*|ww|brauchwasser\w*|trinkwasser\w*|cwu|c w u|cieplej wody|acs|sanitary|domestic|boiler ?\d?|water tank`,
    '热水|水箱',
  ),
  buffer: words(String.raw`buffer\w*|puffer\w*|warmespeicher\w*|bufor\w*|inercia`, '缓冲'),
  compressor: words(
    String.raw`compressor\w*|compresor\w*|comp|compr|verdichter\w*|kompressor\w*|sprezark\w*|inverter|bldc`,
    '压缩机|压机',
  ),
  frequency: words(
    String.raw`frequency|freq|hz|frequenz|frecuencia|czestotliwosc\w*|\w*drehzahl|speed|rpm|rps`,
    '频率|转速',
  ),
  speed: words(String.raw`speed|rpm|\w*drehzahl|velocidad|predkosc|obroty|r min|frequency|luefter|lufter`, '转速|风速'),
  fan: words(String.raw`fan\w*|lufter\w*|luefter\w*|ventilator\w*|ventilador|wentylator\w*`, '风机|风扇'),
  pump: words(String.raw`(?<!heat )pumps?|(?!warmepumpe)\w*pumpe|pompa obieg\w*|pompa|pompy|bomba`, '水泵|泵'),
  flow_rate: words(
    String.raw`flow rate|water flow|flow|volumenstrom\w*|durchfluss\w*|vol sink|volume flow|przeplyw\w*|caudal|pump flow|actual water flow`,
    '流量',
  ),
  coil: words(
    String.raw`coil|fin|pipe|evaporator coil|lamellen\w*|luftwarmetauscher|wymiennik\w*|bateria|batera`,
    '盘管|翅片|外盘',
  ),
  suction: words(
    String.raw`suction|suct|inlet gas|return air|sauggas\w*|ansaug\w*|ssania|ssanie|aspiracion`,
    '吸气|回气',
  ),
  discharge: words(String.raw`discharge|disch|exhaust|hot gas|heissgas\w*|tloczeni\w*|descarga|outlet gas`, '排气'),
  pressure: words(String.raw`pressure|press|druck|\w*druck|cisnieni\w*|presion`, '压力'),
  high: words(String.raw`high|hp|discharge|disch|exhaust|condens\w*|\w*hochdruck\w*|wysoki\w*|alta`, '高压|排气'),
  low: words(String.raw`low|lp|suction|suct|evap\w*|\w*niederdruck\w*|niski\w*|baja`, '低压|吸气'),
  expansion: words(
    String.raw`eev\w*|exv\w*|expansion valve|expansion|expansionsventil\w*|zawor rozprezn\w*|evo`,
    '膨胀阀|主阀',
  ),
  evi: words('evi|vapou?r injection|economi[sz]er|enhanced|injection|eev2|auxiliary eev', '喷气增焓|辅阀|增焓'),
  voltage: words('voltage|volt|spannung|netzspannung|napiecie|tension|voltaje', '电压'),
  current: words('current|curret|strom|prad|corriente|amperage', '电流'),
  power: words(
    String.raw`power|leistung\w*|\w*leistung|moc|potencia|pobor mocy|elektrisch|capacity|thermisch`,
    '功率|能力|制热量',
  ),
  electric: words(
    String.raw`input power|electric\w*|elektr\w*|power consumption|consumption|power input|absorbed|leistungsaufnahme|pobor mocy|pobierana|consumida|fi power consumption|unit power`,
    '输入功率|耗电|电功率|消耗功率',
  ),
  thermal: words(
    String.raw`heating capacity|heat output|thermal|thermisch\w*|heating power|heat power|\w*heizleistung|warmeleistung|capacity|moc grzewcza|qp heating|potencia termica`,
    '制热量|制热能力|热功率|制热功率',
  ),
  energy: words(
    String.raw`energy|energie|consumption|electricity|\w*warmemenge|stromverbrauch|energia|zuzycie|heat|total`,
    '电量|能耗|热量',
  ),
  on_off: words(
    String.raw`on off|onoff|run stop|start stop|unit on|switch on|ein aus|ein ausgeschaltet|an aus|zal wyl|wlacz\w*|wlaczon\w*|encendido|0 off 1 on|^power$|^unit power$|^power (?:status|state)$`,
    '开关机|开机|开关|启停',
  ),
  /** Words beside the name of a part that say whether it runs. */
  running: words(
    String.raw`run|runs|running|active|aktiv|in betrieb|lauft|praca|pracuje|wlaczon\w*|marcha|en marcha`,
    '运行|工作',
  ),
  mode: words(
    String.raw`mode|modus|betriebsart|\w*betriebsart|betriebsmodus|operating state|operation state|tryb|tryb pracy|modo`,
    '模式',
  ),
  heating: words(String.raw`heat|heating|heiz\w*|\w*heizen|grzani\w*|ogrzewani\w*|calefaccion`, '制热|采暖|供暖'),
  cooling: words(String.raw`cool|cooling|kuhl\w*|\w*kuhlen|chlodzeni\w*|refrigeracion|refrigerating`, '制冷'),
  floor: words(String.raw`floor|fussboden\w*|fbh|podlog\w*|suelo`, '地暖|地热'),
  defrost: words(
    String.raw`defrost|defrosting|abtau\w*|enteis\w*|odszrani\w*|rozmraz\w*|desescarche|descongelacion`,
    '除霜|化霜',
  ),
  antifreeze: words(
    String.raw`anti ?freeze|anti ?freezing|frost protection|frostschutz\w*|przeciwzamroz\w*|anticongelacion`,
    '防冻',
  ),
  sterilize: words(
    String.raw`steril\w*|disinfect\w*|anti ?legionel\w*|legionell\w*|antileg|desinfec\w*|dezynfekc\w*`,
    '杀菌|消毒',
  ),
  heater: words(
    String.raw`heater|backup|back up|electric add|add power|additional heat|e heizstab|heizstab\w*|zuheizer|heating element|ibh ?1?|grzalk\w*|resistencia|nhz 1`,
    '电加热|辅热|电辅热',
  ),
  three_way: words(
    String.raw`three way valve|3 way valve|3way|3 way|sv1|umschaltventil heizen warmwasser|zawor trojdrog\w*|valvula de 3 vias`,
    '三通阀',
  ),
  starts: words(
    'starts|start count|number of starts|compressor starts|einschaltungen|starty|liczba startow|start times',
    '启动次数',
  ),
  count: words('count|counter|number of|times|anzahl|liczba', '次数'),
  cop: words('cop|instant cop|cop now|unit cop|actual cop'),
  total: words(
    String.raw`total|cum|cumulat\w*|accumulat\w*|lifetime|gesamt\w*|summe|laczn\w*|suma|acumulad\w*`,
    '累计|总',
  ),
  error: words(
    String.raw`fault|faults|failure|failures|faulty|alarm|alarms|error|errors|err|storung\w*|\w*storung|fehler\w*|usterk\w*|awari\w*|blad|bledy|blend\w*|averia\w*|fallo\w*|errores|al`,
    '故障|报警|告警|错误',
  ),
  protection: words(
    String.raw`protect\w*|schutz\w*|zabezpiecz\w*|proteccion\w*|too high|too low|trip|overload|overcurrent`,
    '保护|过高|过低',
  ),
  code: words('code|number|nummer|no|nr|kod|codigo|current error|error|fehlercode|alarmcode', '代码|编号|码'),
  valve: words(String.raw`valve\w*|\w*ventil|zawor\w*|valvula|four way|4 way`, '阀'),
  /** Heaters that keep parts of the unit warm, and heat no water. */
  frost_heater: words(
    String.raw`crank\w*|chassis|basin|base|phe|drain\w*|tray|olsumpf\w*|carter|kart\w*|tacy`,
    '底盘|曲轴',
  ),
  second_stage: words(String.raw`r134a|second stage|stage 2|low stage|booster|slave ?\d*|cascade|kaskade\w*`),
  dc: words('dc|bus|link', '母线'),
  upper: words(String.raw`upper|top|oben|high temp|actual high|gorn\w*|superior`, '上部'),
  opening: words(String.raw`steps?|opening|openness|open degree|degree|position|apertura|otwarci\w*`, '开度|步'),
  percent: words(String.raw`pwm|percent\w*|rating|output`, '百分比'),
  /** A value that is wanted rather than measured. */
  setting: words(
    String.raw`set|setp|sp|stp|setpoint\w*|set ?point|setting|settings|target|targeted|request\w*|required|desired|demand|soll\w*|\w*sollwert|zadan\w*|nastaw\w*|objetivo|consigna|reference|\w*anforderung\w*|angefordert\w*|order|konstant|fix\w*`,
    '设定|设置|目标',
  ),
  /** Parameters and conditions around a quantity, never the quantity. */
  bound: words(
    String.raw`to|when|under|above|below|condition\w*|constant|calibration|factor|timeband\w*|timezone\w*|limit\w*|max\w*|min|mini\w*|curve|\w*kurve\w*|krzyw\w*|offset\w*|diff\w*|hyst\w*|delta|dt|differ\w*|enable\w*|disable\w*|available|timer?|time|hours?|runtime|delay|correct\w*|compensat\w*|period|duration|steilheit|bivalen\w*|restart|stop|point \d|points? ?\d|p[12]|boost|eco|holiday|silent|quiet|away|test|reserved|version|software|type|function|selection|band|schedule|weekday|start|reset|calc\w*|thermometer|grenz\w*|einsatzgrenze|application|warmhalten|absenk\w*|abschalt\w*|ausschalt\w*|einschalt\w*|eincharge\w*|prio\w*|switch|stage|manual|forced?|steps? set|adjust\w*|remote|valid|linkage|signal|lock|block|priority|exit|enter|interval|cycle|initial|default`,
    '上限|下限|最大|最小|最高|最低|回差|温差|补偿|曲线|时间|周期|延时|使能|修正|选择|进入|退出|启动|停止',
  ),
  /** Circuits and parts beside the unit's own water and air. */
  other_part: words(
    String.raw`source|\w*quelle\w*|brine|sole|eq ?in|eq ?out|ground ?water|grundwasser\w*|solar\w*|collector|\w*kollektor\w*|pool|swimming|booster|kaskade\w*|cascade|mix\w*|\w*mischer\w*|zone ?\d|circuit ?\d|heizkreis\w*|hkr? ?\d|hk|kreis ?\d|heating ?\d|nhz|hgl|ladefuhler|\w*speicher\w*|externe\w*|ext|external(?! (?:ambient|coil|air|fin))|r134a|sg|zirkulation\w*|circulation|cyrkulac\w*|total|primar|primarkreis\w*|buh|average|avg|averaged|mean|gemittelt\w*|sredni\w*|promedio|1h|second|third|saturat\w*|economi[sz]er|evi|exv|eev|expansion|gas|auxiliary|user|glt|isc|slave ?\d*|master|modul\w*|ipm|driv\w*|meter|oct1?|imp1?|liquid|fluorine|zapf\w*|cylinder|antileg\w*|anti legion\w*|pv|haus\w*|battery|batterie|spare`,
    String.raw`总(?=\s*(?:#|出|回|进))|内盘|源侧|地源|太阳能|泳池|模块|辅助|从机|平均|饱和`,
  ),
  /** Figures of a past or a part of time. */
  period: words(
    String.raw`day|today|daily|tag|tages\w*|heute|yesterday|month\w*|year\w*|week\w*|hourly|record\w*|history|dzien\w*|dzis|hoy`,
    '今日|当日|昨日|本月|历史',
  ),
  /** Acts on alarms, and what they leave behind. */
  alarm_act: words(
    String.raw`reset\w*|quitt\w*|\w*quittierung|kasuj\w*|kasowani\w*|clear|acknowledg\w*|ack|history|log|count|enable\w*|disable\w*|restore|bms|delay|time|times|date|hour|minute|counter|set error quitt|output type|logic|sensor type|retry|max\w*|limit`,
    '复位|清除|历史|次数|使能',
  ),
} as const satisfies Record<string, RegExp>
export type Concept = keyof typeof WORDS
