import { generateKeyPairSync, sign } from 'node:crypto'

/** A new key and its certificate for `localhost`, as PEM. Made here, so that no private key is in the repository. */
export function selfSignedCertificate(): { key: Buffer; cert: Buffer } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const name = sequence(element(0x31, sequence(COMMON_NAME, element(0x0c, Buffer.from('localhost')))))
  const content = sequence(
    element(0xa0, integer(2)),
    integer(1),
    ECDSA_WITH_SHA256,
    name,
    sequence(element(0x17, Buffer.from('200101000000Z')), element(0x17, Buffer.from('491231235959Z'))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    element(
      0xa3,
      sequence(sequence(SUBJECT_ALT_NAME, element(0x04, sequence(element(0x82, Buffer.from('localhost')))))),
    ),
  )
  const signature = sign('sha256', content, privateKey)
  const certificate = sequence(content, ECDSA_WITH_SHA256, element(0x03, Buffer.concat([Buffer.of(0), signature])))
  const lines = certificate.toString('base64').replaceAll(/.{64}/g, '$&\n')
  return {
    key: Buffer.from(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    cert: Buffer.from(`-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`),
  }
}

/** DER: tag, length, content. */
function element(tag: number, content: Buffer): Buffer {
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.of(tag, ...size), content])
}

const sequence = (...elements: Buffer[]) => element(0x30, Buffer.concat(elements))
const integer = (value: number) => element(0x02, Buffer.of(value))
const objectId = (hex: string) => element(0x06, Buffer.from(hex, 'hex'))

const COMMON_NAME = objectId('550403')
const SUBJECT_ALT_NAME = objectId('551d11')
const ECDSA_WITH_SHA256 = sequence(objectId('2a8648ce3d040302'))
