// The parts that properties and engines are made of.
#include <gtest/gtest.h>

#include "optimized/sorted_ring.hpp"
#include "properties/faults/fault.hpp"
#include "properties/kit/catalog.hpp"
#include "properties/kit/judge.hpp"
#include "properties/kit/shrink.hpp"

namespace clockwise {
namespace {

Token token(std::uint32_t id, Position position, std::uint32_t node) {
  return {TokenId{id}, position, NodeId{node}};
}

Case small_case() {
  Case c;
  c.start = {16, {token(0, 3, 0), token(1, 9, 1), token(2, 12, 0)}};
  c.keys = critical_keys(c);
  return c;
}

TEST(OnArc, IsOpenBelowAndClosedAbove) {
  EXPECT_FALSE(on_arc(3, 3, 9));
  EXPECT_TRUE(on_arc(4, 3, 9));
  EXPECT_TRUE(on_arc(9, 3, 9));
  EXPECT_FALSE(on_arc(10, 3, 9));
  EXPECT_TRUE(on_arc(0, 9, 3));
  EXPECT_TRUE(on_arc(15, 9, 3));
  EXPECT_FALSE(on_arc(9, 9, 3));
  EXPECT_TRUE(on_arc(5, 5, 5));
  EXPECT_TRUE(on_arc(6, 5, 5));
}

TEST(Tokens, PredecessorAndTokenOverAgreeWithArcs) {
  const auto tokens = small_case().start.tokens;
  EXPECT_EQ(predecessor(tokens, 3), 12U);
  EXPECT_EQ(predecessor(tokens, 12), 9U);
  EXPECT_EQ(predecessor(std::vector{token(0, 7, 0)}, 7), 7U);
  for (Position key = 0; key < 16; ++key) {
    const Token& over = token_over(tokens, key);
    EXPECT_TRUE(on_arc(key, predecessor(tokens, over.position), over.position)) << key;
  }
  EXPECT_EQ(node_count(tokens), 2U);
  EXPECT_EQ(token_at(tokens, 4), nullptr);
  EXPECT_EQ(token_at(tokens, 9)->id, TokenId{1});
}

TEST(Case, CriticalKeysAreAtEveryTokenAndItsNeighbours) {
  Case c = small_case();
  EXPECT_EQ(c.keys, (std::vector<Position>{0, 2, 3, 4, 8, 9, 10, 11, 12, 13, 15}));
  c.steps.emplace_back(Join{{token(3, 15, 2)}});
  EXPECT_EQ(critical_keys(c), (std::vector<Position>{0, 2, 3, 4, 8, 9, 10, 11, 12, 13, 14, 15}));
  Case largest;
  largest.start = {Count{1} << 64, {token(0, ~Position{0}, 0)}};
  EXPECT_EQ(critical_keys(largest), (std::vector<Position>{0, ~Position{0} - 1, ~Position{0}}));
}

TEST(Case, DefaultNamesDifferFromGivenOnes) {
  Case c;
  c.node_names = {"B", "x"};
  EXPECT_EQ(node_name(c, NodeId{0}), "B");
  EXPECT_EQ(node_name(c, NodeId{2}), "C");
  EXPECT_EQ(node_name(c, NodeId{27}), "N27");
  c.node_names = {"C"};
  EXPECT_EQ(node_name(c, NodeId{2}), "C'");
}

TEST(Agree, AFailureAgreesWithNothing) {
  EXPECT_FALSE(agree(Answer::failed(0), Answer::failed(0)));
  EXPECT_FALSE(agree(Answer::owner(NodeId{0}), Answer::failed(0)));
  EXPECT_TRUE(agree(Answer::untold(), Answer::refused(Refusal::no_tokens)));
  EXPECT_FALSE(agree(Answer::refused(Refusal::last_node), Answer::refused(Refusal::no_tokens)));
  EXPECT_FALSE(agree(Answer::owner(NodeId{0}), Answer::owner(NodeId{1})));
  EXPECT_FALSE(agree(Answer::owner(NodeId{0}), Answer::untold()));
}

// A ring that throws, and one that claims more replicas than there was room for.
class BrokenRing final : public Ring {
 public:
  Outcome<void> build(RingSize, std::span<const Token>) override { return {}; }
  Outcome<void> join(std::span<const Token>) override { throw std::runtime_error("no"); }
  Outcome<void> leave(NodeId) override { throw 5; }
  Outcome<NodeId> owner(Position) const override { return NodeId{0}; }
  Outcome<std::size_t> replicas(Position, std::span<NodeId> out) const override {
    return out.size() + 1;
  }
};

TEST(Run, WhatARingThrowsIsAFailedAnswer) {
  Case c = small_case();
  c.steps = {Join{{token(5, 1, 1)}}, Leave{NodeId{0}}};
  c.keys = {4};
  c.replicas = 1;
  BrokenRing ring;
  const Trace trace = run(ring, c);
  ASSERT_EQ(trace.states.size(), 3U);
  EXPECT_EQ(trace.states[1].step.kind(), Answer::Kind::failed);
  EXPECT_EQ(trace.states[2].step.kind(), Answer::Kind::failed);
  EXPECT_EQ(trace.states[0].replicas[0].kind(), Answer::Kind::failed);
  EXPECT_TRUE(trace.states[0].list(0).empty());
  EXPECT_EQ(trace.failures[trace.states[1].step.failure()], "no");
}

TEST(Run, AHugeReplicaCountCostsNothing) {
  Case c = small_case();
  c.replicas = ~std::uint64_t{0};
  const Trace trace = expect(c).trace;
  EXPECT_TRUE(agree(trace.states[0].replicas[0], Answer::refused(Refusal::too_few_nodes)));
}

TEST(Expect, KeepsWhatIsOnTheRing) {
  Case c = small_case();
  c.steps = {Leave{NodeId{0}}, Leave{NodeId{1}}, Join{{token(7, 1, 1)}}};
  const Expected expected = expect(c);
  EXPECT_EQ(expected.members[0].tokens.size(), 3U);
  EXPECT_EQ(expected.members[1].tokens.size(), 1U);
  EXPECT_FALSE(expected.accepted(2));
  EXPECT_EQ(expected.members[2].tokens.size(), 1U);
  EXPECT_EQ(expected.members[3].tokens.size(), 2U);
}

TEST(Classify, MeetsWhatTheCaseShows) {
  Case c = small_case();
  c.replicas = 3;
  c.steps = {Join{{token(3, 10, 0)}}, Leave{NodeId{0}}, Leave{NodeId{1}}};
  c.keys.push_back(16);
  c.keys.push_back(16);
  const Classes met = classify(c, {}, expect(c));
  for (const Class one :
       {Class::key_on_token, Class::key_past_last, Class::lone_token, Class::node_side_by_side,
        Class::repeated_key, Class::join, Class::member_joins, Class::leave, Class::several_leave,
        Class::refused_change, Class::refused_question, Class::shortage}) {
    EXPECT_NE(met & bit(one), 0U) << class_infos()[static_cast<std::size_t>(one)].slug;
  }
  EXPECT_EQ(met & classes(Class::top_bit_set, Class::full_size, Class::one_node), 0U);
}

TEST(Shrink, StopsAtTheSmallestCaseThatFails) {
  Case c = small_case();
  c.start.size = Count{1} << 64;
  for (std::uint32_t i = 3; i < 40; ++i) c.start.tokens.push_back(token(i, i * 12345, i % 7));
  c.steps = {Leave{NodeId{3}}, Join{{token(50, 77, 1)}}};
  c.keys = critical_keys(c);
  c.replicas = 3;
  // What fails: a key at the position of a token of a second node.
  const auto fails = [](const Case& candidate) {
    for (const Position key : candidate.keys) {
      const Token* at = token_at(candidate.start.tokens, key);
      if (at != nullptr && at->node != candidate.start.tokens.front().node) return true;
    }
    return false;
  };
  ASSERT_TRUE(fails(c));
  const Case smallest = shrink(c, fails);
  EXPECT_TRUE(fails(smallest));
  EXPECT_EQ(smallest.start.tokens.size(), 2U);
  EXPECT_EQ(smallest.keys.size(), 1U);
  EXPECT_TRUE(smallest.steps.empty());
  EXPECT_FALSE(smallest.replicas);
  EXPECT_TRUE(smallest.start.size == 2);
}

TEST(Shrink, ReturnsTheCaseWhereNothingSmallerFails) {
  const Case c = small_case();
  EXPECT_EQ(shrink(c, [&](const Case& candidate) { return candidate == c; }), c);
}

TEST(Judge, RetiresAPropertyOnceViolated) {
  RingSubject subject("wrong", find_fault("boundary-exclusive")->make);
  const Property* boundary = find_property("boundary");
  const Property* wrap = find_property("wrap");
  Judge judge(subject, {boundary, wrap});
  judge.begin("test");
  EXPECT_TRUE(judge.judge(small_case()));
  EXPECT_TRUE(judge.judge(small_case()));
  judge.end("");
  ASSERT_EQ(judge.violations().size(), 1U);
  const Violation& violation = judge.violations()[0];
  EXPECT_EQ(violation.property, boundary);
  EXPECT_EQ(violation.smallest.start.tokens.size(), 2U);
  EXPECT_EQ(violation.smallest.keys.size(), 1U);
  EXPECT_EQ(judge.scores()[0].tallies[0].violated, 1U);
  EXPECT_EQ(judge.scores()[0].tallies[1].holds, 2U);
  EXPECT_EQ(judge.scores()[0].cases, 2U);
}

TEST(Plans, ThatArePlannedByNobodyAreNotJudged) {
  RingSubject subject("plain", find_fault("plan-forgets-the-wrap")->make);
  Judge judge(subject, {find_property("plan-lists-what-moves")});
  Case c = small_case();
  c.steps.emplace_back(Leave{NodeId{1}});
  EXPECT_TRUE(judge.verdict_on(*judge.properties()[0], c).is_vacuous());
  EXPECT_THROW(subject.plan(c), std::logic_error);
}

TEST(Plans, AnExceptionIsNoPlan) {
  const Planner trap = [](RingSize, std::span<const Token>, std::span<const Token>) -> Moves {
    throw std::runtime_error("out of ideas");
  };
  RingSubject subject("throwing", find_fault("plan-forgets-the-wrap")->make, {.plan = trap});
  Judge judge(subject, {find_property("plan-lists-what-moves")});
  Case c = small_case();
  EXPECT_TRUE(judge.verdict_on(*judge.properties()[0], c).is_vacuous());
  c.steps.emplace_back(Leave{NodeId{1}});
  const Verdict verdict = judge.verdict_on(*judge.properties()[0], c);
  ASSERT_TRUE(verdict.is_violated());
  EXPECT_EQ(verdict.witness().state, 1U);
  EXPECT_EQ(verdict.witness().answered, "an exception: out of ideas");
}

}  // namespace
}  // namespace clockwise
