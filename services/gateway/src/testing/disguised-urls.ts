/** Addresses of this machine, private networks, and cloud metadata. */
const targets = [
  [127, 0, 0, 1],
  [0, 0, 0, 0],
  [10, 0, 0, 1],
  [100, 64, 0, 1],
  [169, 254, 169, 254],
  [172, 16, 0, 1],
  [192, 168, 1, 1],
] as const;

type Octets = (typeof targets)[number];

const circled = '⓪①②③④⑤⑥⑦⑧⑨';

/** Spellings that URL parsers, resolvers, and sockets read as the same IPv4 address. */
function spellingsOf(octets: Octets): string[] {
  const [a, b, c, d] = octets;
  const dotted = octets.join('.');
  const number = ((a * 256 + b) * 256 + c) * 256 + d;
  const hex = (value: number) => `0x${value.toString(16)}`;
  const octal = (value: number) => `0${value.toString(8)}`;
  const groups = `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  return [
    dotted,
    `${dotted}.`,
    String(number),
    hex(number),
    octal(number),
    octets.map(hex).join('.'),
    octets.map(octal).join('.'),
    `${hex(a)}.${b}.${octal(c)}.${d}`,
    `${a}.${b * 65_536 + c * 256 + d}`,
    `${a}.${b}.${c * 256 + d}`,
    `00${octal(a)}.${b}.${c}.${d}`,
    dotted.replaceAll('.', '。'),
    dotted.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
    dotted.replaceAll(/\d/g, (digit) => circled[Number(digit)]!),
    dotted.replaceAll(/\d/g, (digit) => `%3${digit}`),
    `[::ffff:${dotted}]`,
    `[::ffff:${groups}]`,
    `[0:0:0:0:0:ffff:${groups}]`,
    `[::${dotted}]`,
    `[::ffff:0:${groups}]`,
    `[64:ff9b::${dotted}]`,
    `[64:ff9b::${groups}]`,
    `[64:ff9b:1::${groups}]`,
    `[2002:${groups}::1]`,
    `[2001:0:${groups}::1]`,
    `public.example@${dotted}`,
    `public.example:443@${dotted}`,
  ];
}

const ipv6 = [
  '::',
  '::1',
  '0:0:0:0:0:0:0:1',
  '0000::0001',
  'fe80::1',
  'fc00::1',
  'fd00:ec2::254',
  'fec0::1',
  'ff02::1',
];
const reserved = ['100::1', '2001:db8::1', '3ffe::1', '3fff::1', '5f00::1', '2001:10::1', '4000::1'];
const names = ['localhost', 'localhost.', 'LOCALHOST', 'ⓛocalhost', 'local%68ost', 'inside.example', 'inside.example.'];

/** More than 200 client IDs that name a host outside the public internet. */
export function disguisedUrls(port: number): string[] {
  const hosts = [...targets.flatMap(spellingsOf), ...[...ipv6, ...reserved].map((one) => `[${one}]`), ...names];
  return [...new Set(hosts)].map((host) => `https://${host}:${port}/client.json`);
}
