/** Where the demo's distributors work; a county also says where its houses stand. */
export type Place = {
  agent_name: string
  /** GB/T 2260 in China, ISO 3166-2 for a province elsewhere. */
  region_code: string | null
  address: string
  below?: readonly Place[]
  /** WGS-84 degrees of the middle, and how far houses are scattered, degrees. */
  lat: number
  lon: number
  spread: number
  climate?: 'ulm' | 'sandpoint'
  has_weak_signal?: boolean
  streets?: readonly string[]
}
export type Country = 'CN' | 'PL' | 'DE'

/** The provinces of the demo by country: 3 provinces, 8 cities, 14 counties. */
export const PROVINCES: readonly (Place & { country: Country })[] = [
  {
    country: 'CN',
    agent_name: '浙江暖源热泵',
    region_code: '330000',
    address: '浙江省杭州市西湖区文三路',
    lat: 30.27,
    lon: 120.13,
    spread: 0.05,
    streets: ['文三路', '天目山路', '古翠路'],
    below: [
      {
        agent_name: '杭州暖源',
        region_code: '330100',
        address: '浙江省杭州市拱墅区莫干山路',
        lat: 30.31,
        lon: 120.14,
        spread: 0.04,
        streets: ['莫干山路', '湖墅南路', '登云路'],
        below: [
          {
            agent_name: '余杭暖源服务站',
            region_code: '330110',
            address: '杭州市余杭区良渚街道',
            lat: 30.38,
            lon: 119.99,
            spread: 0.05,
            streets: ['良渚文化村', '五常大道', '瓶窑镇凤都路', '仓前街道海曙路'],
          },
          {
            agent_name: '滨江暖源服务站',
            region_code: '330108',
            address: '杭州市滨江区长河街道',
            lat: 30.185,
            lon: 120.19,
            spread: 0.025,
            streets: ['江南大道', '滨盛路', '春波路'],
            has_weak_signal: true,
          },
          {
            agent_name: '萧山暖源服务站',
            region_code: '330109',
            address: '杭州市萧山区市心中路',
            lat: 30.15,
            lon: 120.28,
            spread: 0.05,
            streets: ['市心中路', '湘湖路', '金鸡路'],
          },
        ],
      },
      {
        agent_name: '宁波暖源',
        region_code: '330200',
        address: '浙江省宁波市鄞州区',
        lat: 29.87,
        lon: 121.55,
        spread: 0.03,
        streets: ['中山东路', '百丈东路'],
        below: [
          {
            agent_name: '鄞州暖源服务站',
            region_code: '330212',
            address: '宁波市鄞州区钟公庙街道',
            lat: 29.79,
            lon: 121.56,
            spread: 0.05,
            streets: ['嵩江东路', '东钱湖环湖路', '天童南路'],
          },
          {
            agent_name: '海曙暖源服务站',
            region_code: '330203',
            address: '宁波市海曙区古林镇',
            lat: 29.85,
            lon: 121.46,
            spread: 0.04,
            streets: ['古林中路', '鄞江镇四明路'],
          },
        ],
      },
      {
        agent_name: '嘉兴暖源',
        region_code: '330400',
        address: '浙江省嘉兴市南湖区',
        lat: 30.76,
        lon: 120.75,
        spread: 0.03,
        streets: ['中山路', '禾兴北路'],
        below: [
          {
            agent_name: '南湖暖源服务站',
            region_code: '330402',
            address: '嘉兴市南湖区余新镇',
            lat: 30.68,
            lon: 120.79,
            spread: 0.04,
            streets: ['余新镇新园路', '凤桥镇桃园路'],
          },
        ],
      },
    ],
  },
  {
    country: 'PL',
    agent_name: 'Ciepło Małopolska',
    region_code: null,
    address: 'ul. Wielicka 72, 30-552 Kraków',
    lat: 50.035,
    lon: 19.965,
    spread: 0.03,
    streets: ['ul. Wielicka', 'ul. Kamieńskiego'],
    below: [
      {
        agent_name: 'Ciepło Kraków',
        region_code: null,
        address: 'ul. Balicka 12, 30-149 Kraków',
        lat: 50.08,
        lon: 19.89,
        spread: 0.03,
        streets: ['ul. Balicka', 'ul. Królowej Jadwigi', 'ul. Tyniecka'],
        below: [
          {
            agent_name: 'Serwis Wieliczka',
            region_code: null,
            address: 'Wieliczka, Małopolskie',
            lat: 49.985,
            lon: 20.065,
            spread: 0.04,
            streets: ['ul. Lipowa', 'ul. Krakowska', 'ul. Słoneczna', 'ul. Polna'],
          },
          {
            agent_name: 'Serwis Skawina',
            region_code: null,
            address: 'Skawina, Małopolskie',
            lat: 49.975,
            lon: 19.83,
            spread: 0.04,
            streets: ['ul. Ogrodowa', 'ul. Tyniecka', 'ul. Korabnicka'],
          },
        ],
      },
      {
        agent_name: 'Ciepło Tarnów',
        region_code: null,
        address: 'ul. Lwowska 30, 33-100 Tarnów',
        lat: 50.013,
        lon: 20.99,
        spread: 0.03,
        streets: ['ul. Lwowska', 'ul. Krzyska'],
        below: [
          {
            agent_name: 'Serwis Brzesko',
            region_code: null,
            address: 'Brzesko, Małopolskie',
            lat: 49.968,
            lon: 20.606,
            spread: 0.04,
            streets: ['ul. Leśna', 'ul. Solskiego', 'ul. Czarnowiejska'],
          },
        ],
      },
      {
        agent_name: 'Ciepło Podhale',
        region_code: null,
        address: 'ul. Szaflarska 20, 34-400 Nowy Targ',
        lat: 49.477,
        lon: 20.032,
        spread: 0.02,
        climate: 'sandpoint',
        streets: ['ul. Szaflarska', 'ul. Waksmundzka'],
        below: [
          {
            agent_name: 'Serwis Zakopane',
            region_code: null,
            address: 'Zakopane, Małopolskie',
            lat: 49.299,
            lon: 19.955,
            spread: 0.025,
            climate: 'sandpoint',
            streets: ['ul. Kościeliska', 'ul. Strążyska', 'ul. Droga do Olczy'],
          },
          {
            agent_name: 'Serwis Rabka-Zdrój',
            region_code: null,
            address: 'Rabka-Zdrój, Małopolskie',
            lat: 49.609,
            lon: 19.966,
            spread: 0.03,
            climate: 'sandpoint',
            streets: ['ul. Zakopiańska', 'ul. Podhalańska'],
          },
        ],
      },
    ],
  },
  {
    country: 'DE',
    agent_name: 'Wärmepartner Südwest',
    region_code: null,
    address: 'Neckarstraße 121, 70190 Stuttgart',
    lat: 48.79,
    lon: 9.2,
    spread: 0.03,
    streets: ['Neckarstraße', 'Hackstraße'],
    below: [
      {
        agent_name: 'Wärmepartner Ulm',
        region_code: null,
        address: 'Blaubeurer Straße 40, 89077 Ulm',
        lat: 48.402,
        lon: 9.975,
        spread: 0.03,
        streets: ['Blaubeurer Straße', 'Eselsbergsteige'],
        below: [
          {
            agent_name: 'Service Ehingen',
            region_code: null,
            address: 'Ehingen (Donau), Alb-Donau-Kreis',
            lat: 48.283,
            lon: 9.727,
            spread: 0.04,
            streets: ['Lindenweg', 'Schulstraße', 'Donauweg'],
          },
          {
            agent_name: 'Service Langenau',
            region_code: null,
            address: 'Langenau, Alb-Donau-Kreis',
            lat: 48.498,
            lon: 10.121,
            spread: 0.04,
            streets: ['Lindenstraße', 'Karlstraße', 'Am Bühl'],
          },
        ],
      },
      {
        agent_name: 'Wärmepartner Stuttgart',
        region_code: null,
        address: 'Vaihinger Straße 9, 70567 Stuttgart',
        lat: 48.725,
        lon: 9.155,
        spread: 0.03,
        streets: ['Vaihinger Straße', 'Filderbahnstraße'],
        below: [
          {
            agent_name: 'Service Esslingen',
            region_code: null,
            address: 'Esslingen am Neckar',
            lat: 48.739,
            lon: 9.305,
            spread: 0.03,
            streets: ['Panoramastraße', 'Gartenstraße', 'Rosenweg'],
          },
        ],
      },
    ],
  },
]
