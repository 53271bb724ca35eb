import { describe, expect, it } from 'vitest'
import { parseS3Url } from './s3-url.ts'

const read = (address: string) => {
  const { url, region, accessKeyId, secretAccessKey } = parseS3Url(address)
  return [url, region, accessKeyId, secretAccessKey]
}

describe('parseS3Url', () => {
  it.each([
    ['s3://K:s@store.example/shop', ['https://store.example/shop', 'us-east-1', 'K', 's']],
    ['s3+http://K:s@127.0.0.1:9000/shop?region=home', ['http://127.0.0.1:9000/shop', 'home', 'K', 's']],
    ['s3+http://K:s@[::1]:9000/shop', ['http://[::1]:9000/shop', 'us-east-1', 'K', 's']],
    // Amazon's secrets contain slashes and pluses, and nobody should have to encode them.
    [
      's3://AKIA:wJa/lr+XU@tn@s3.eu-central-1.amazonaws.com/shop',
      ['https://shop.s3.eu-central-1.amazonaws.com', 'eu-central-1', 'AKIA', 'wJa/lr+XU@tn'],
    ],
    ['s3://K:s@s3.amazonaws.com/my.shop', ['https://s3.amazonaws.com/my.shop', 'us-east-1', 'K', 's']],
    ['s3://K:a%2Fb@store.example/shop?path-style=false', ['https://shop.store.example', 'us-east-1', 'K', 'a/b']],
    ['s3://K:100%@store.example/shop', ['https://store.example/shop', 'us-east-1', 'K', '100%']],
  ])('%s', (address, expected) => {
    expect(read(address)).toEqual(expected)
  })

  it.each([
    's3://store.example/shop',
    's3://K:hidden@store.example',
    's3://K:hidden@store.example/shop/folder',
    'https://K:hidden@store.example/shop',
    's3://K:hidden@store.example/shop?regoin=x',
    's3://K:hidden@store.example/shop?path-style=maybe',
  ])('rejects %s, without repeating its secret', (address) => {
    expect(() => parseS3Url(address)).toThrow(/^(must|has the unknown)/)
    expect(() => parseS3Url(address)).not.toThrow('hidden')
  })
})
