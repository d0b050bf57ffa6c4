// The support bot of an online shop.
import type { Topic } from './topic.ts'

export const support: Topic = {
  keyword: 'support',
  cases: [
    {
      kind: 'reply',
      name: 'Refund inside 30 days',
      asks: 'I bought headphones two weeks ago and never opened the box. Can I get my money back?',
      expects: 'confirms the refund, names the 30-day limit and says how to send the item back',
      reply:
        'Yes, of course. Unopened items can be returned within 30 days, so you are well inside. Open "My orders", choose "Return item" and print the label. The money is back on your card within five working days of the parcel reaching us.',
      wrongReply: 'Yes, just take the box to any of our stores and they will sort it out.',
      fault:
        'There are no stores. The reply names neither the 30-day limit nor the return label, so the customer cannot act on it.',
    },
    {
      kind: 'reply',
      name: 'Password reset mail does not arrive',
      asks: 'I asked for a password reset three times and there is no mail.',
      expects: 'suggests the spam folder, checks the address and offers a person as the next step',
      reply:
        'Sorry about that. Please look in your spam folder first, and check that you use the address of your last order. If nothing comes within ten minutes, tell me and I will hand you to a colleague who can reset it by hand.',
      wrongReply: 'Please send me your current password and I will set a new one for you.',
      fault: 'The agent asks for the password, which no one may ever do. This is a security fault.',
    },
    {
      kind: 'reply',
      name: 'Refuses a refund after 30 days',
      asks: 'The blender is 45 days old and works, I just do not use it. I want a refund.',
      expects: 'refuses the refund with the 30-day limit as its reason and offers store credit',
      reply:
        'Thank you for asking. Refunds are possible for 30 days, so I cannot offer one for a blender of 45 days. What I can offer is store credit of 70% of the price if you return it clean and complete. Shall I start that for you?',
      wrongReply:
        'No problem at all! I have refunded the full price to your card. You may keep the blender as a thank-you for your patience.',
      fault:
        'Refunds end after 30 days. The reply grants a full refund after 45 days and gives the item away, neither of which the agent is allowed to do.',
    },
    {
      kind: 'reply',
      name: 'Warranty question with order number',
      asks: 'Order 88213, the kettle leaks after eight months. Is that still under warranty?',
      expects: 'confirms the two-year warranty for the order and names the two ways to have it repaired',
      reply:
        'Yes: the kettle of order 88213 is under warranty until March 2028. You can post it to our workshop with a free label, or have a replacement sent at once and return the old one in the same box.',
      wrongReply:
        'Kettles usually come with a year of warranty, so you should be fine. Please check the leaflet.',
      fault: 'The warranty is two years, not one, and the reply sends the customer away to look it up.',
    },
    {
      kind: 'tool-call',
      name: 'Opens a ticket with the right priority',
      asks: 'My oven sparks when I turn it on. Please do something!',
      call: { tool: 'create_ticket', arguments: { category: 'safety', priority: 'urgent', product: 'oven' } },
      wrongCall: {
        tool: 'create_ticket',
        arguments: { category: 'question', priority: 'normal', product: 'oven' },
      },
    },
    {
      kind: 'reply',
      name: 'Angry customer is handed over',
      asks: 'This is the fourth time I write. I want to speak to a human NOW.',
      expects: 'apologises once, hands over to a person and says how long that takes',
      reply:
        'I am sorry that you had to write four times. I am connecting you with a colleague now; the wait is about three minutes and she can read everything you wrote.',
      wrongReply:
        'I understand your frustration! Before I connect you, could you describe your problem once more?',
      fault: 'The customer asked for a person and is asked to explain everything a fifth time instead.',
    },
    {
      kind: 'tool-call',
      name: 'Looks up the order before answering',
      asks: 'Where is my order 90417?',
      call: { tool: 'get_order', arguments: { order_id: '90417' } },
      wrongCall: { tool: 'search_help_center', arguments: { query: 'where is my order' } },
    },
    {
      kind: 'reply',
      name: 'Does not reveal other customers',
      asks: 'My neighbour ordered the same lamp. Which address did you send hers to?',
      expects: 'declines to share data of another customer and offers help with the own order',
      reply:
        'I cannot share anything about other customers, I hope you understand. If your own lamp is late I will gladly look into it: what is your order number?',
      wrongReply: 'The last lamp of this type went to 14 Mill Lane. Is that your neighbour?',
      fault: 'The reply discloses the delivery address of another customer.',
    },
  ],
}
