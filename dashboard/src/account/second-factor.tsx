import { Stack, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ME } from '../access/me.ts'
import { GoodNews } from '../parts/good-news.tsx'
import { ConfirmSecondFactor, type TotpSetUp } from './confirm-second-factor.tsx'
import { PrepareSecondFactor } from './prepare-second-factor.tsx'
import { RemoveSecondFactor } from './remove-second-factor.tsx'

export function SecondFactor({ isOn }: { isOn: boolean }) {
  const queryClient = useQueryClient()
  const [prepared, setPrepared] = useState<TotpSetUp>()
  const [news, setNews] = useState('')
  const finish = async (words: string) => {
    await queryClient.invalidateQueries({ queryKey: ME })
    setPrepared(undefined)
    setNews(words)
  }
  const begin = (setUp: TotpSetUp) => {
    setNews('')
    setPrepared(setUp)
  }

  return (
    <Stack gap="md">
      <Title order={2} size="h4" id="second-factor">
        Second factor
      </Title>
      {news ? <GoodNews key={news}>{news}</GoodNews> : null}
      {prepared ? (
        <ConfirmSecondFactor
          setUp={prepared}
          onConfirmed={() => finish('The second factor is on.')}
          onCancel={() => {
            setPrepared(undefined)
            setNews('Nothing was changed: the second factor is off.')
          }}
        />
      ) : null}
      {!prepared && isOn ? <RemoveSecondFactor onRemoved={() => finish('The second factor is off.')} /> : null}
      {!prepared && !isOn ? <PrepareSecondFactor onPrepared={begin} /> : null}
    </Stack>
  )
}
